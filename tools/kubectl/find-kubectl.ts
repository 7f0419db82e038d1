import { accessSync, constants, readdirSync, realpathSync } from "node:fs";
import path from "node:path";

/** One kubectl of this machine. */
export interface Kubectl {
  readonly file: string;
  /** As the file is called: `kubectl`, `kubectl.1.31`. */
  readonly name: string;
}

const oldestMinor = 27;

/**
 * The kubectl on the PATH, and the releases that lie beside it as `kubectl.1.N`, oldest first. Empty where there is
 * none.
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

/** The newest release by its file name; the plain one where no release has one. */
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
