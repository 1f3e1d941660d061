"""A check of schemathesis for the mock of the Lexicons that a document was exported from.

It takes the place of positive_data_acceptance: the mock must accept what the document
allows, except for the gaps that the report of the export lists. The environment variable
DOCUMENT is the path of the document. The report is read from DOCUMENT.losses, and the names
of gaps that explain a refusal are appended to DOCUMENT.gaps, one a line.
"""

import json
import os
import re

import schemathesis
from schemathesis.openapi.checks import RejectedPositiveData
from schemathesis.specs.openapi.checks import positive_data_acceptance

# The gaps by what the mock says.
MESSAGES = [
    (r"is a floating-point number|does not fit in 64 bits|contains a \$\w+ value that|must be an object, but is (bytes|a link|a blob)", "data-model"),
    (r"\"\$type\" must be an NSID or NSID#name|must not end in #main", "type-name"),
    (r"must be a link to raw bytes|is not a valid CID|\$link value that is not a version 1 CID", "cid"),
    (r"must not be null", "unknown-value"),
    (r"is not a valid (AT URI|datetime|language|identifier)", "format"),
    (r" bytes?( long)?, but at (most|least) ", "byte-length"),
    (r" bytes?( long)?, but at (most|least) ", "base64-length"),
    (r" graphemes?( long)?, but at (most|least) ", "graphemes"),
]
PLACE = re.compile(r"\(([^ #]+)(?:#\S+)? (/\S+)\)$")

DOCUMENT = os.environ["DOCUMENT"]
with open(DOCUMENT + ".losses") as file:
    report = json.load(file)
everywhere = {loss["gap"] for loss in report["everywhere"]}
losses = {(loss["ref"].partition("#")[0], loss["pointer"], loss["gap"]) for loss in report["losses"]}


def explains(gap, message):
    """Reports whether a gap explains why a message refuses a value: at its place in the Lexicon, if it has one."""
    place = PLACE.search(message)
    if gap in everywhere or not place:
        return gap in everywhere or any(gap == name for _, _, name in losses)
    nsid, pointer = place.groups()
    return any((nsid, at, gap) in losses for at in (pointer, pointer.rpartition("/")[0]))


@schemathesis.check
def accepted_or_gap(ctx, response, case):
    try:
        return positive_data_acceptance(ctx, response, case)
    except RejectedPositiveData:
        if response.status_code != 400:
            raise
        message = response.json()["message"]
        gaps = [gap for pattern, gap in MESSAGES if re.search(pattern, message) and explains(gap, message)]
        if not gaps:
            raise
    with open(DOCUMENT + ".gaps", "a") as file:
        file.write(gaps[0] + "\n")
    return None
