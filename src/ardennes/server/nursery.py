"""Imported by the process that workers are forked from, and by nothing else: everything they share is made here."""

from __future__ import annotations

import gc

from ardennes.server.worker import preload

preload()
gc.freeze()
