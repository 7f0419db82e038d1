import { execFile, execFileSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

export function findCommand(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/sbin"];
  return folders.map((folder) => path.join(folder, name)).find(isExecutable);
}

/** Builds and runs images where it is, without a daemon. */
export const podman = findCommand("podman");

/** Works in a container and in a virtual machine too, where systemd does not keep control groups. */
const everywhere = [
  "--cgroup-manager",
  "cgroupfs",
  ...(findCommand("runc") === undefined ? [] : ["--runtime", "runc"]),
];

export async function runPodman(words: readonly string[]): Promise<string> {
  if (podman === undefined) throw new Error("there is no podman");
  const options = { maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(podman, [...everywhere, ...words], options);
  return stdout.trim();
}

/** As `runPodman`, and shows what it says. */
export function showPodman(words: readonly string[]): void {
  if (podman === undefined) throw new Error("there is no podman");
  execFileSync(podman, [...everywhere, ...words], { stdio: ["ignore", "inherit", "inherit"] });
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
