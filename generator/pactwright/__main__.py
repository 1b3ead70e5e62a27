"""`python -m pactwright`: the same as the console script."""

from pactwright.cli import main

main()
