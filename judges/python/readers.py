"""Compares what other programs say about Lexicons with what "lexsmith lint" says.

    readers.py LINT PATHS NAME REASONS [NAME REASONS]...

LINT has reports of "lexsmith lint --format concise". PATHS is a file with the paths of the
Lexicons, one a line. For each program, which has a NAME, a line of REASONS says why it cannot
read the Lexicon; it is empty if it can. A program must read each Lexicon in which lint finds
no error, except for the differences that docs/faq.md explains. Prints how many it reads.
"""

import re
import sys

# What the programs refuse, by what they say: see "Can other tools read every Lexicon that
# passes lexsmith lint?" in docs/faq.md.
DIFFERENCES = {
    "the Python SDK": {
        "unknown fields": r"Extra inputs are not permitted",
        "objects or arrays in arrays": r"items(/tagged-union\S*)?: Input tag '(object|array)' found",
        "fields of type null": r"Input tag 'null' found",
        "spaces": r"^defs/main: Input tag 'space' found",
        "definitions of simple types": r"^defs/[^/]+: Input tag '\S+' found",
    },
    "jacquard": {
        "spaces": r"unknown variant `space`",
        "arrays in arrays": r"unknown variant `array`",
        "fields of type null": r"unknown variant `null`",
        "wildcards in permissions": r"regex failure",
    },
}
ERROR = re.compile(r"(.*?):\d+:\d+: error")


def main(lint, paths, *columns):
    with open(lint) as file:
        faulty = {found[1] for found in map(ERROR.match, file) if found}
    with open(paths) as file:
        paths = file.read().splitlines()
    problems, summaries = [], []
    for name, column in zip(columns[::2], columns[1::2]):
        with open(column) as file:
            reasons = file.read().splitlines()
        read, refused = 0, {}
        for path, reason in zip(paths, reasons, strict=True):
            if path in faulty:
                continue
            if not reason:
                read += 1
                continue
            for fault in reason.split("; "):
                difference = next((key for key, pattern in DIFFERENCES[name].items() if re.search(pattern, fault)), None)
                if difference is None:
                    problems.append(f"{name} refuses {path}: {fault}")
                else:
                    refused.setdefault(difference, set()).add(path)
        summaries.append(f"{name} reads {read}" + "".join(f", not {len(files)} with {key}" for key, files in refused.items()))
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        sys.exit(f"{len(problems)} unknown differences")
    clean = sum(path not in faulty for path in paths)
    print(f"{clean} of {len(paths)} Lexicons are without errors: {'; '.join(summaries)}")


main(*sys.argv[1:])
