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


def judge(wheel: Path, programs: dict[tuple[str, str], bytes]) -> str:
    """Checks a wheel, and returns a line about it."""
    name, version, _, tags = parse_wheel_filename(wheel.name, validate_order=True)
    stem = f"{name}-{version}"
    with WheelFile(wheel) as archive:
        names = archive.namelist()
        # WheelFile compares what it reads with the checksums of RECORD.
        files = {path: archive.read(path) for path in names}
        entries = archive.infolist()
    with zipfile.ZipFile(wheel) as archive:
        record = archive.read(f"{stem}.dist-info/RECORD").decode().splitlines()
    check(sorted(line.split(",")[0] for line in record) == names, "RECORD does not list the files of the wheel, sorted")
    for line in record:
        path, _, size = line.split(",")
        check(size in ("", str(len(files[path]))), f"RECORD has another size of {path}")
    check({e.date_time for e in entries} == {(1980, 1, 1, 0, 0, 0)}, "the files have different times")

    described = files[f"{stem}.dist-info/WHEEL"].decode().splitlines()
    check(sorted(f"Tag: {tag}" for tag in tags) == [line for line in described if line.startswith("Tag: ")], "WHEEL has other tags than the file name")
    metadata = Metadata.from_email(files[f"{stem}.dist-info/METADATA"], validate=True)
    check((metadata.name, metadata.version) == (name, version), "METADATA is of another version")
    check(metadata.license_expression == "MIT", "METADATA has no license")
    for path in metadata.license_files or ["none"]:
        check(files.get(f"{stem}.dist-info/licenses/{path}", b"").startswith(b"MIT License"), "METADATA has no license file")
    check("pip install lexsmith" in (metadata.description or ""), "METADATA has no README")

    scripts = [e for e in entries if e.filename.startswith(f"{stem}.data/scripts/")]
    check(len(scripts) == 1, "there is not exactly one script")
    check(scripts[0].external_attr >> 16 & 0o111 == 0o111, "the program cannot be executed")
    program = files[scripts[0].filename]
    system, processor = processor_of(program)
    check(scripts[0].filename.endswith(".exe" if system == "win" else "/lexsmith"), "the program has a wrong name")
    if system == "linux":
        want = {f"{libc}_{processor}" for libc in ("manylinux2014", "manylinux_2_17", "musllinux_1_1")}
    else:
        want = {f"{system}_{processor}"}
    got = {tag.platform for tag in tags}
    check(got == want, f"the program needs {sorted(want)}, the tags are {sorted(got)}")
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
