"""`python -m ardennes` is `ardennes`."""

from ardennes.cli import main

main()
