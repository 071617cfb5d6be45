"""Whether uvicorn's inner classes, which it keeps to itself, are still as we know them."""

from __future__ import annotations

from inspect import isfunction

import uvicorn


def must_have(protocol: type, *names: str) -> None:
    """ImportError unless a class of uvicorn's has these attributes, or at least speaks of them in its methods."""
    functions = [value for cls in protocol.__mro__ for value in vars(cls).values() if isfunction(value)]
    spoken = {name for function in functions for name in function.__code__.co_names}
    if missing := [name for name in names if name not in spoken and not hasattr(protocol, name)]:
        raise ImportError(f"uvicorn {uvicorn.__version__} has no {', '.join(missing)} in {protocol.__name__}")
