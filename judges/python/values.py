"""Writes values for the definitions and bodies in an exported JSON Schema, as NDJSON.

    values.py LEXSMITH BUNDLE COUNT PATH...

LEXSMITH is the program, BUNDLE the export of the Lexicons at PATH (the first is exported,
the others are references). About a quarter of the values are valid samples, some of them
at the limits, and a quarter are invalid samples, with one error each. The rest are samples
with random changes. No value is written twice. A line is a case for "lexsmith validate
--cases", with the name of the schema in BUNDLE:

    {"name": "com.example.note", "ref": "com.example.note", "value": …, "valid": true}

"valid" is always true, whether the value is valid or not. The same arguments give the same values.
"""

import copy
import json
import random
import subprocess
import sys

# What takes the place of a part of a value. Integers fit in a double, and no string ends in
# a line break: see the gaps "precision" and "line-break" in docs/export.md.
POOL = [
    None, True, False, 0, 1, -1, 1.0, 1.5, -0.0, 1e300, 2**53, 10**15, "", "a", "é", "👩‍👩‍👧", "com.example.other", "a.b", [], {}, [[]],
    {"$type": "com.example.other"}, {"$type": "blob"}, {"$type": 1}, {"$bytes": "AA"}, {"$bytes": "AA=="}, {"$link": "x"},
    {"$link": "bafyreie5y773has2t5ozpdw3qf5nxtgj65xmrzhj4tjllqebwydam3454q"},
]  # fmt: skip
ALPHABET = list("aZ09._~:-/#@%+= \n\t\x00[]") + ["é", "ß", "–", "👩‍🚀"]


def changed(r, value, donor):
    """Returns a copy of a value with one to three changes; parts of donor may be in it."""
    holder = [copy.deepcopy(value)]
    for _ in range(r.choice([1, 1, 1, 2, 3])):
        parent, key = r.choice(list(places(holder)))
        parent[key] = changed_part(r, parent[key], donor)
    return holder[0]


def places(parent):
    """Yields the parents and keys of all values in a list or dictionary."""
    for key in list(parent) if isinstance(parent, dict) else range(len(parent)):
        yield parent, key
        if isinstance(parent[key], (dict, list)):
            yield from places(parent[key])


def changed_part(r, value, donor):
    if r.random() < 0.3:
        parent, key = r.choice(list(places([donor])))
        return r.choice([copy.deepcopy(r.choice(POOL)), copy.deepcopy(parent[key])])
    if isinstance(value, dict):
        keys = list(value)
        if keys and r.random() < 0.6:
            del value[r.choice(keys)]
        else:
            value[r.choice(["extra", "$type", *keys])] = copy.deepcopy(r.choice(POOL))
    elif isinstance(value, list):
        if value and r.random() < 0.5:
            value.pop(r.randrange(len(value)))
        else:
            value += copy.deepcopy(value) or [copy.deepcopy(r.choice(POOL))]
    elif isinstance(value, str):
        i = r.randrange(len(value) + 1)
        text = r.choice([value[:i] + r.choice(ALPHABET) + value[i:], value[:i] + value[i + 1 :], value[:i], value + value])
        return text.rstrip("\n")
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        number = r.choice([value + 1, value - 1, -value, value * 1000, float(value), value + 0.5])
        return number if abs(number) <= 2**53 else value
    return value


def samples(lexsmith, paths, subject, *flags):
    """Returns samples of a definition or body: none if there are none."""
    command = [lexsmith, "sample", subject["ref"], "--format", "ndjson", *flags]
    if "part" in subject:
        command += ["--part", subject["part"]]
    for path in paths:
        command += ["-L", path]
    return [json.loads(line) for line in subprocess.run(command, capture_output=True).stdout.splitlines()]


def subjects(bundle):
    """Yields the definitions and bodies in a bundle that are Lexicon schemas."""
    for name, schema in bundle["$defs"].items():
        nsid, _, part = name.partition("__")
        if part in ("params", "input", "output"):
            yield {"name": name, "ref": nsid, "part": part}
        elif "." in schema.get("title", ""):
            yield {"name": name, "ref": schema["title"]}


def main(lexsmith, bundle, count, *paths):
    r = random.Random(1)
    with open(bundle) as file:
        named = list(subjects(json.load(file)))
    each = int(count) // len(named) // 4
    stock, seen = [], set()

    def write(subject, value):
        if subject.get("part") == "params" and isinstance(value, str):
            return  # lexsmith takes it for a query string
        text = json.dumps(value, ensure_ascii=False)
        if (subject["name"], text) not in seen:
            seen.add((subject["name"], text))
            print(json.dumps({**subject, "value": value, "valid": True}, ensure_ascii=False))

    for subject in named:
        valid = samples(lexsmith, paths, subject, "-n", str(each)) + samples(lexsmith, paths, subject, "-n", "2", "--size", "limit")
        for value in valid + samples(lexsmith, paths, subject, "-n", str(each), "--invalid"):
            write(subject, value)
        if valid:
            stock.append((subject, valid))
    while len(seen) < int(count):
        subject, valid = r.choice(stock)
        write(subject, changed(r, r.choice(valid), r.choice(r.choice(stock)[1])))


main(*sys.argv[1:])
