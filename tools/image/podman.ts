import { execFile, execFileSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

export function findCommand(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/sbin"];
  return folders.map((folder) => path.join(folder, name)).find(isExecutable);
}

/** Path of podman, which builds and runs images without a daemon; undefined if not installed. */
export const podmanPath = findCommand("podman");

/** Options that also work in containers and virtual machines, where systemd does not manage control groups. */
const everywhere = [
  "--cgroup-manager",
  "cgroupfs",
  ...(findCommand("runc") === undefined ? [] : ["--runtime", "runc"]),
];

export async function runPodman(words: readonly string[]): Promise<string> {
  if (podmanPath === undefined) throw new Error("there is no podman");
  const options = { maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(podmanPath, [...everywhere, ...words], options);
  return stdout.trim();
}

/** Like `runPodman`, but prints the output. */
export function showPodman(words: readonly string[]): void {
  if (podmanPath === undefined) throw new Error("there is no podman");
  execFileSync(podmanPath, [...everywhere, ...words], { stdio: ["ignore", "inherit", "inherit"] });
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
