"""The rules, one module a chapter: P-1 and P-2 `sequence`, P-3 to P-5 `movement`, P-6 to P-8 `combat`."""
