// Finds the program.
import { accessSync, constants, existsSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, isAbsolute, join, resolve } from "node:path";

/** Where to look for the program. */
export interface Places {
  /** The setting lexsmith.path; may be empty. */
  setting: string;
  /** The variable PATH. */
  path: string;
  /** The folders of the workspace. */
  folders: string[];
  /** Whether programs of the workspace may be run. */
  trusted: boolean;
}

/** NotFound says where the program was looked for, in words for the user. */
export class NotFound extends Error {}

const suffix = process.platform === "win32" ? ".exe" : "";

/**
 * find returns the path of the program: that of the setting, or else the one on the PATH, or else that of the npm
 * package in the workspace. It throws NotFound if there is none. A setting that leads nowhere is an error, too.
 */
export function find(places: Places): string {
  if (places.setting !== "") {
    const found = named(places.setting, places);
    if (!found) throw new NotFound(`The setting lexsmith.path is "${places.setting}", which is not a program.`);
    return found;
  }
  const found = onPath("lexsmith", places.path) ?? (places.trusted ? inPackages(places.folders) : undefined);
  if (!found) {
    const packages = places.trusted ? " or in the node_modules of the workspace" : "";
    throw new NotFound(`The program lexsmith was not found on the PATH${packages}.`);
  }
  return found;
}

/** named returns the program that a setting names: a path or a name on the PATH. */
function named(setting: string, places: Places): string | undefined {
  if (/^~[\\/]/.test(setting)) return program(join(homedir(), setting.slice(2)));
  if (isAbsolute(setting)) return program(setting);
  if (!/[\\/]/.test(setting)) return onPath(setting, places.path);
  return places.folders[0] === undefined ? undefined : program(resolve(places.folders[0], setting));
}

function onPath(name: string, path: string): string | undefined {
  for (const folder of path.split(delimiter)) {
    const found = isAbsolute(folder) ? program(join(folder, name)) : undefined;
    if (found) return found;
  }
  return undefined;
}

/**
 * inPackages returns the program of the npm package "lexsmith", which is in a package for each platform. Both are looked
 * for as Node does, but without its cache, which would outlive the next installation.
 */
function inPackages(folders: string[]): string | undefined {
  const platform = `@lexsmith/${process.platform}-${process.arch}`;
  for (const main of folders.flatMap((folder) => packages("lexsmith", folder))) {
    for (const folder of packages(platform, main)) {
      const found = program(join(folder, "bin", "lexsmith"));
      if (found) return found;
    }
  }
  return undefined;
}

/** packages returns the folders of a package that a folder sees, the nearest first, without symbolic links. */
function packages(name: string, folder: string): string[] {
  const found: string[] = [];
  for (let up = folder; ; up = dirname(up)) {
    const path = join(up, "node_modules", name);
    if (existsSync(path)) found.push(realpathSync(path));
    if (up === dirname(up)) return found;
  }
}

/** program returns the path of a program, with the suffix of programs. */
function program(path: string): string | undefined {
  const file = path.endsWith(suffix) ? path : path + suffix;
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile() ? file : undefined;
  } catch {
    return undefined; // there is none
  }
}
