import { accessSync, constants, readdirSync, realpathSync } from "node:fs";
import path from "node:path";

/** A kubectl binary on this machine. */
export interface Kubectl {
  readonly file: string;
  /** File name, such as `kubectl` or `kubectl.1.31`. */
  readonly name: string;
}

const oldestMinor = 27;

/**
 * The kubectl on the PATH, and releases in the same folder named `kubectl.1.N`, oldest first; empty if there is none.
 */
export function findKubectl(searchPath: string): readonly Kubectl[] {
  const found = searchPath.split(path.delimiter).map((folder) => path.join(folder, "kubectl"));
  const plain = found.find(isExecutable);
  if (plain === undefined) return [];
  const folder = path.dirname(realpathSync(plain));
  const releases = readdirSync(folder)
    .flatMap((name) => {
      const minor = Number(/^kubectl\.1\.(\d+)$/.exec(name)?.[1] ?? 0);
      return minor >= oldestMinor && isExecutable(path.join(folder, name)) ? [{ name, minor }] : [];
    })
    .sort((a, b) => a.minor - b.minor)
    .map(({ name }) => ({ name, file: path.join(folder, name) }));
  return [{ name: "kubectl", file: plain }, ...releases];
}

/** The kubectl with the newest release in its file name; plain `kubectl` if no name has a release. */
export function newestKubectl(all: readonly Kubectl[]): Kubectl | undefined {
  return all.at(-1);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}
