"""Writes the good examples of rules for schemas as Lexicons into a folder.

    lexsmith rules --format json | examples.py FOLDER
"""

import json
import pathlib
import sys

FRAME = '{"lexicon": 1, "id": "com.example.thing", "defs": {%s}}'

folder = pathlib.Path(sys.argv[1])
for rule in json.load(sys.stdin)["rules"]:
    example = rule.get("good", "")
    # An example is a Lexicon, some definitions, or one; or files under headings, which are left out.
    for text in (example.removeprefix("\ufeff"), FRAME % example, FRAME % f'"main": {example}'):
        try:
            document = json.loads(text)
        except ValueError:
            continue
        if "lexicon" in document:
            (folder / (rule["code"] + ".json")).write_text(text)
            break
