"""Prints the paths of the Lexicons in a folder.

    lexicons.py FOLDER
"""

import json
import pathlib
import sys

for path in sorted(pathlib.Path(sys.argv[1]).rglob("*.json")):
    try:
        document = json.loads(path.read_bytes())
    except ValueError:
        continue
    if isinstance(document, dict) and isinstance(document.get("defs"), dict) and "lexicon" in document:
        print(path)
