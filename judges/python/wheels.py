"""Checks wheels against the specifications, with other people's readers where there are any:

    wheels.py DIST WHEEL...

DIST is the output folder of goreleaser. Prints a line for each wheel, and exits with
status 1 if there is a fault.
"""

import struct
import sys
import zipfile
from pathlib import Path

from packaging.metadata import Metadata
from packaging.utils import parse_wheel_filename
from packaging.version import Version
from wheel.wheelfile import WheelFile


def processor_of(program: bytes) -> tuple[str, str]:
    """Returns the system and the processor that a program is for, as its headers say.

    For macOS the system ends with the lowest version, as in a tag: macosx_12_0. A
    program that needs an interpreter, which comes with a libc, is an error.
    """
    if program[:4] == b"\x7fELF":
        (machine,) = struct.unpack_from("<H", program, 18)
        (table,) = struct.unpack_from("<Q", program, 32)
        size, count = struct.unpack_from("<HH", program, 54)
        types = [struct.unpack_from("<I", program, table + i * size)[0] for i in range(count)]
        if 3 in types:  # PT_INTERP
            raise ValueError("the program is not static")
        return "linux", {0x3E: "x86_64", 0xB7: "aarch64"}[machine]
    if program[:4] == b"\xcf\xfa\xed\xfe":
        (machine,) = struct.unpack_from("<I", program, 4)
        (commands,) = struct.unpack_from("<I", program, 16)
        at = 32
        for _ in range(commands):
            command, size, _, version = struct.unpack_from("<IIII", program, at)
            if command == 0x32:  # LC_BUILD_VERSION
                system = f"macosx_{version >> 16}_{version >> 8 & 0xFF}"
                return system, {0x01000007: "x86_64", 0x0100000C: "arm64"}[machine]
            at += size
        raise ValueError("the program does not say which macOS it needs")
    if program[:2] == b"MZ":
        (header,) = struct.unpack_from("<I", program, 60)
        (machine,) = struct.unpack_from("<H", program, header + 4)
        return "win", {0x8664: "amd64", 0xAA64: "arm64"}[machine]
    raise ValueError("the program is of no known format")


def check(condition: object, message: str) -> None:
    if not condition:
        raise ValueError(message)


def check_archive(wheel: Path, stem: str) -> dict[str, zipfile.ZipInfo]:
    """Checks the archive and its RECORD, and returns the entries by path."""
    with WheelFile(wheel) as archive:
        # WheelFile compares what it reads with the checksums of RECORD.
        sizes = {path: str(len(archive.read(path))) for path in archive.namelist()}
        entries = {entry.filename: entry for entry in archive.infolist()}
        record = archive.read(f"{stem}.dist-info/RECORD").decode().splitlines()
    check(list(sizes) == sorted(sizes), "the files are not sorted")
    listed = {path: size for path, _, size in (line.split(",") for line in record)}
    sizes[f"{stem}.dist-info/RECORD"] = ""
    check(listed == sizes, f"RECORD has the sizes {listed}, want {sizes}")
    times = {entry.date_time for entry in entries.values()}
    check(times == {(1980, 1, 1, 0, 0, 0)}, "the files have other times than 1980")
    return entries


def check_metadata(metadata: Metadata, name: str, version: Version, files: zipfile.Path) -> None:
    """Checks what PyPI shows."""
    check((metadata.name, metadata.version) == (name, version), "METADATA is of another version")
    check(metadata.license_expression == "MIT", "METADATA has no license")
    check(metadata.license_files == ["LICENSE"], "METADATA has no license file")
    license_text = (files / "licenses/LICENSE").read_text("utf-8")
    check(license_text.startswith("MIT License"), "the license file is another one")
    check("pip install lexsmith" in (metadata.description or ""), "METADATA has no README")


def judge(wheel: Path, programs: dict[tuple[str, str], bytes]) -> str:
    """Checks a wheel, and returns a line about it."""
    name, version, _, tags = parse_wheel_filename(wheel.name, validate_order=True)
    stem = f"{name}-{version}"
    entries = check_archive(wheel, stem)
    info = zipfile.Path(wheel, f"{stem}.dist-info/")
    metadata = Metadata.from_email((info / "METADATA").read_bytes(), validate=True)
    check_metadata(metadata, name, version, info)

    lines = (info / "WHEEL").read_text("utf-8").splitlines()
    described = [line.removeprefix("Tag: ") for line in lines if line.startswith("Tag: ")]
    check(described == sorted(map(str, tags)), "WHEEL has other tags than the file name")

    scripts = [path for path in entries if path.startswith(f"{stem}.data/scripts/")]
    check(len(scripts) == 1, "there is not exactly one script")
    check(
        entries[scripts[0]].external_attr >> 16 & 0o111 == 0o111, "the program cannot be executed"
    )
    program = zipfile.Path(wheel, scripts[0]).read_bytes()
    system, processor = processor_of(program)
    file = "lexsmith.exe" if system == "win" else "lexsmith"
    check(Path(scripts[0]).name == file, f"the program is called {scripts[0]}, want {file}")
    systems = (
        ["manylinux2014", "manylinux_2_17", "musllinux_1_1"] if system == "linux" else [system]
    )
    want = [f"{s}_{processor}" for s in systems]
    got = sorted(tag.platform for tag in tags)
    check(got == want, f"the program needs {want}, the tags are {got}")
    check(program == programs.get((system, processor)), "the program is not that of the release")
    return f"{wheel.name}: {system} {processor}, {len(program)} bytes"


def main(dist: str, *wheels: str) -> int:
    programs = {}
    for path in Path(dist).glob("lexsmith_*/lexsmith*"):
        program = path.read_bytes()
        programs[processor_of(program)] = program
    faults = 0
    for wheel in map(Path, wheels):
        try:
            print(judge(wheel, programs))
        except Exception as fault:  # whatever a reader raises says what is wrong
            print(f"{wheel.name}: {fault} {getattr(fault, 'exceptions', '')}")
            faults += 1
    return 1 if faults or not wheels else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
