"""Builds the wheels for PyPI from the programs of a release:

    python3 pypi/build.py [DIST] [OUT]

DIST is the output folder of goreleaser (default: dist). OUT gets a wheel for each
platform (default: DIST/pypi). A wheel has no Python code: pip puts the program into
the folder of scripts as it is. The same programs give the same bytes, if zlib is the
same.
"""

import base64
import hashlib
import json
import re
import shutil
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# The platforms of a program, as tags of wheels, which a file name lists in this order.
# The programs for Linux are static: any libc will do. The version of macOS is the lowest
# that Go supports.
PLATFORMS = {
    "linux_amd64": ["manylinux2014_x86_64", "manylinux_2_17_x86_64", "musllinux_1_1_x86_64"],
    "linux_arm64": ["manylinux2014_aarch64", "manylinux_2_17_aarch64", "musllinux_1_1_aarch64"],
    "darwin_amd64": ["macosx_12_0_x86_64"],
    "darwin_arm64": ["macosx_12_0_arm64"],
    "windows_amd64": ["win_amd64"],
    "windows_arm64": ["win_arm64"],
}

METADATA = """\
Metadata-Version: 2.4
Name: lexsmith
Version: {version}
Summary: Check, compare and convert Lexicons, the schemas of AT Protocol
License-Expression: MIT
License-File: LICENSE
Keywords: atproto,lexicon,bluesky,schema,lint,validate,openapi,json-schema
Classifier: Environment :: Console
Classifier: Intended Audience :: Developers
Classifier: Topic :: Software Development :: Quality Assurance
Project-URL: Homepage, https://github.com/lexsmith/lexsmith
Project-URL: Changelog, https://github.com/lexsmith/lexsmith/blob/main/CHANGELOG.md
Project-URL: Issues, https://github.com/lexsmith/lexsmith/issues
Description-Content-Type: text/markdown

{readme}"""

WHEEL = """\
Wheel-Version: 1.0
Generator: lexsmith
Root-Is-Purelib: false
{tags}"""


def python_version(version: str) -> str:
    """Returns a semantic version as one of Python: 1.2.0-rc.1 is 1.2.0rc1."""
    match = re.fullmatch(r"(\d+\.\d+\.\d+)(?:-(alpha|beta|rc)\.?(\d+))?", version)
    if not match:
        sys.exit(f"PyPI has no version like {version}: use 1.2.3 or 1.2.3-rc.1 (or alpha, beta)")
    release, phase, number = match.groups()
    return release + ({"alpha": "a", "beta": "b", "rc": "rc"}[phase] + number if phase else "")


def digest(content: bytes) -> str:
    """Returns the checksum of a file as RECORD has it."""
    checksum = base64.urlsafe_b64encode(hashlib.sha256(content).digest())
    return "sha256=" + checksum.rstrip(b"=").decode()


def write_wheel(out: Path, version: str, platforms: list[str], name: str, program: bytes) -> str:
    """Writes a wheel with a program of that file name, and returns the wheel's own."""
    info = f"lexsmith-{version}.dist-info"
    readme = (ROOT / "pypi/README.md").read_text("utf-8")
    tags = "".join(f"Tag: py3-none-{platform}\n" for platform in platforms)
    files = {
        f"lexsmith-{version}.data/scripts/{name}": program,
        f"{info}/METADATA": METADATA.format(version=version, readme=readme).encode(),
        f"{info}/WHEEL": WHEEL.format(tags=tags).encode(),
        f"{info}/licenses/LICENSE": (ROOT / "LICENSE").read_bytes(),
    }
    rows = [f"{path},{digest(content)},{len(content)}\n" for path, content in sorted(files.items())]
    files[f"{info}/RECORD"] = "".join([*rows, f"{info}/RECORD,,\n"]).encode()

    wheel = f"lexsmith-{version}-py3-none-{'.'.join(platforms)}.whl"
    with zipfile.ZipFile(out / wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, content in sorted(files.items()):
            entry = zipfile.ZipInfo(path)  # of 1980, the first time that a ZIP file can have
            entry.create_system = 3  # Unix, wherever this runs
            entry.external_attr = (0o100755 if content is program else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return wheel


def main(dist: str = "dist", out: str = "") -> None:
    source = Path(dist)
    target = Path(out or source / "pypi")
    version = python_version(json.loads((source / "metadata.json").read_text("utf-8"))["version"])
    artifacts = json.loads((source / "artifacts.json").read_text("utf-8"))
    programs = {f"{a['goos']}_{a['goarch']}": a for a in artifacts if a["type"] == "Binary"}
    if programs.keys() != PLATFORMS.keys():
        sys.exit(f"{dist} has programs for {sorted(programs)}, want {sorted(PLATFORMS)}")
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for platform, artifact in programs.items():
        # goreleaser names files relative to the folder it ran in, the parent of DIST
        program = (source.parent / artifact["path"]).read_bytes()
        print(write_wheel(target, version, PLATFORMS[platform], artifact["name"], program))


if __name__ == "__main__":
    main(*sys.argv[1:])
