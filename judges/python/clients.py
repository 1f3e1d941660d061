"""Uses generated Python code with the values and calls that judges/samples writes.

    clients.py models FOLDER FILE        models of datamodel-code-generator in FOLDER/models
    clients.py client FOLDER FILE URL [METHOD...]
                                         a client of openapi-python-client in FOLDER/client

Each valid value is decoded and encoded again, and must be the same JSON. Each method is
called at the URL, and a response in JSON must be the same after that, too. The methods that
are named must fail.
"""

import enum
import importlib
import inspect
import io
import json
import pkgutil
import sys
import typing
from collections import Counter, defaultdict


def plain(name):
    """Returns the part of a name that generators keep."""
    return "".join(c for c in name if c.isalnum()).lower()


def modules(package):
    """Imports a package with everything in it."""
    root = importlib.import_module(package)
    yield root
    for found in pkgutil.walk_packages(root.__path__, package + "."):
        yield importlib.import_module(found.name)


class Models:
    """Models of pydantic. They check constraints."""

    def __init__(self):
        # Of classes with one name in a module, all but the first have a suffix.
        self.types = defaultdict(set)
        for module in modules("models"):
            for name, value in vars(module).items():
                if hasattr(value, "model_validate_json"):
                    for short in (name, name.rstrip("0123456789"), name.removesuffix("Model")):
                        self.types[plain(module.__name__.removeprefix("models") + short)].add(value)

    def again(self, name, value):
        """Decodes a value and encodes it."""
        problem = KeyError(name)
        for model in self.types[plain(name)]:
            try:
                decoded = model.model_validate_json(json.dumps(value))
                return json.loads(decoded.model_dump_json(by_alias=True, exclude_unset=True))
            except ValueError as error:
                problem = error
        raise problem

    def call(self, url, line):
        raise NotImplementedError("models have no methods")


class Client:
    """A client. Its classes check neither lengths nor patterns."""

    def __init__(self):
        self.types, self.methods = {}, {}
        for module in modules("client"):
            if hasattr(module, "sync_detailed"):
                self.methods[plain(module.__name__.rsplit(".", 1)[1])] = module.sync_detailed
            for name, value in vars(module).items():
                if hasattr(value, "from_dict"):
                    self.types[plain(name)] = value

    def again(self, name, value):
        """Decodes a value and encodes it."""
        return self.types[plain(name)].from_dict(value).to_dict()

    def call(self, url, line):
        """Calls a method, and decodes and encodes the response."""
        method = self.methods[plain(line["method"])]
        hints = typing.get_type_hints(method)
        arguments = {}
        for name in inspect.signature(method).parameters:
            for property, value in line["params"].items():
                if plain(name.removesuffix("_query")) == plain(property):
                    arguments[name] = listed(hints[name], value)
        if "input" in line:
            arguments["body"] = union(hints["body"])[0].from_dict(line["input"])
        elif "body" in hints:
            from client.types import File

            arguments["body"] = File(payload=io.BytesIO(b"\x89PNG"))
        from client import Client

        response = method(client=Client(base_url=url, timeout=60), **arguments)
        if response.status_code != 200:
            raise ValueError(f"{response.status_code}: {response.content[:300]!r}")
        if response.parsed is None or not response.headers.get("content-type", "").startswith("application/json"):
            return "methods called, response not JSON"
        if not hasattr(response.parsed, "to_dict"):
            return "methods called, response unchanged"
        if response.parsed.to_dict() != json.loads(response.content):
            raise ValueError(f"the response changes: {response.content[:300]!r}")
        return "methods called, response unchanged"


def union(hint):
    """Returns the types of a union, or the one type."""
    return [t for t in typing.get_args(hint) if not isinstance(t, str)] or [hint]


def listed(hint, value):
    """Returns a value as the enumeration that a parameter may have."""
    for t in union(hint):
        if inspect.isclass(t) and issubclass(t, enum.Enum):
            return t(value)
    return value


def main(kind, folder, file, url=None, *failing):
    sys.path.insert(0, folder)
    code = {"models": Models, "client": Client}[kind]()
    counts, problems = Counter(), []
    with open(file, encoding="utf-8") as lines:
        for line in map(json.loads, lines):
            try:
                if "schema" in line:
                    same = code.again(line["schema"], line["value"]) == line["value"]
                    if not line["valid"]:
                        counts["invalid values accepted"] += 1
                        continue
                    if not same:
                        raise ValueError("the value changes")
                    counts["valid values, unchanged"] += 1
                elif url:
                    counts[code.call(url, line)] += 1
                    if line["method"] in failing:
                        problems.append(f"{line['method']} does not fail")
            except Exception as error:
                if line.get("method") in failing:
                    counts["methods failed as expected"] += 1
                elif line.get("valid", True):
                    name = line.get("schema") or line["method"]
                    problems.append(f"{name}: {type(error).__name__}: {error}"[:400] + f"\n  {json.dumps(line)[:400]}")
                else:
                    counts["invalid values refused"] += 1
    for problem in problems[:20]:
        print(problem, file=sys.stderr)
    print(", ".join(f"{counts[key]} {key}" for key in sorted(counts)))
    if problems or not counts["valid values, unchanged"] or not counts["invalid values refused"]:
        sys.exit(f"{len(problems)} problems")


main(*sys.argv[1:])
