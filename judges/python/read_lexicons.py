"""Reads Lexicons with the Python SDK of the AT Protocol.

The paths are lines of standard input; for each, it prints an empty line, or why the Lexicon
cannot be read.
"""

import sys

from atproto_lexicon.exceptions import LexiconParsingError
from atproto_lexicon.parser import lexicon_parse_file
from pydantic import ValidationError

for path in sys.stdin.read().splitlines():
    try:
        lexicon_parse_file(path)
        print()
    except LexiconParsingError as error:
        cause = error.__cause__
        if isinstance(cause, ValidationError):
            print("; ".join(f"{'/'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in cause.errors()))
        else:
            print(str(cause).replace("\n", " "))
