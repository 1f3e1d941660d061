"""Prints for each value in a file of values.py whether the schema that it names accepts it.

    verdicts.py BUNDLE VALUES [EVERY]

With EVERY, only every so many values are checked, and null is printed for the others: this
validator takes far longer than the others.
"""

import json
import sys

import jsonschema
from referencing import Registry, Resource

bundle, values, *every = sys.argv[1:]
every = int(every[0]) if every else 1
with open(bundle) as file:
    schema = json.load(file)
Validator = jsonschema.validators.validator_for(schema, default=None)
Validator.check_schema(schema)
registry = Registry().with_resource("urn:bundle", Resource.from_contents(schema))
definitions = "$defs" if "$defs" in schema else "definitions"

validators = {}
with open(values) as file:
    for number, line in enumerate(file):
        if number % every:
            print("null")
            continue
        case = json.loads(line)
        name = case["name"]
        if name not in validators:
            validators[name] = Validator({"$ref": f"urn:bundle#/{definitions}/{name}"}, registry=registry)
        print(json.dumps(validators[name].is_valid(case["value"])))
