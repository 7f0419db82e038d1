import { accessSync, constants } from "node:fs";

/** Path of a program: the environment variable, or the first executable candidate; undefined if none. */
export function findExecutable(variable: string, candidates: readonly string[]): string | undefined {
  const named = process.env[variable];
  return named !== undefined && named !== "" ? named : candidates.find(isExecutable);
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false; // absent or not ours to run: both mean "look further"
  }
}
