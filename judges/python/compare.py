"""Compares what several validators say about the values of values.py.

    compare.py VALUES REPORT VERDICTS...

REPORT is what "lexsmith validate --cases --format json --results --max-findings 0 VALUES"
prints, the others are files with "true" or "false" for each value, or "null" where it was not
checked. All must be equal, and "true" where lexsmith accepts the value. Prints how many values
there are. Values with integers beyond 2^53, which docs/export.md calls the gap "precision", may
differ.
"""

import json
import sys


def imprecise(value):
    """Reports whether a value has an integer that a double cannot hold."""
    if isinstance(value, dict):
        return any(map(imprecise, value.values()))
    if isinstance(value, list):
        return any(map(imprecise, value))
    return isinstance(value, int) and abs(value) > 2**53


def main(values, report, *files):
    with open(report) as file:
        accepted = [result["valid"] for result in json.load(file)["results"]]
    columns = []
    for path in files:
        with open(path) as file:
            columns.append([json.loads(line) for line in file])
        if all(verdict is None for verdict in columns[-1]):
            sys.exit(f"nothing is checked in {path}")
    equal = allowed = apart = 0
    problems = []
    with open(values) as file:
        for line, valid, *verdicts in zip(file, accepted, *columns, strict=True):
            different = {verdict for verdict in verdicts if verdict is not None}
            if len(different) > 1:
                if imprecise(json.loads(line)["value"]):
                    apart += 1
                else:
                    problems.append(f"{dict(zip(files, verdicts))}: {line}")
            elif valid and different != {True}:
                problems.append(f"refused by all but lexsmith: {line}")
            else:
                equal += 1
                allowed += valid
    for problem in problems[:10]:
        print(problem, file=sys.stderr)
    if problems:
        sys.exit(f"{len(problems)} of {len(accepted)} verdicts differ")
    everyone = sum(columns[0])
    print(
        f"{equal} values with equal verdicts: {everyone} accepted, of which lexsmith refuses {everyone - allowed}, "
        f"and {equal - everyone} refused; {apart} with integers beyond 2^53 differ"
    )


main(*sys.argv[1:])
