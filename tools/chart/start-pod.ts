import { chmod, chown, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { startProcess } from "#e2e/processes.ts";
import { isBuilt } from "#tools/image/built-image.ts";
import { imageName } from "#tools/image/image-name.ts";
import { runPodman } from "#tools/image/podman.ts";
import { closedRun } from "#tools/image/run-image.ts";
import type { PodView } from "./cluster-objects.ts";

const root = path.resolve(import.meta.dirname, "..", "..");
/** Where everything is mounted that a pod of Almanac gets. */
const mounted = "/etc/almanac";
/** Of the image's user, and the chart's `fsGroup`. */
const group = 65532;

/** A container of the Deployment's pod, on this machine's network. */
export interface Pod {
  readonly runsIn: "the image" | "a process";
  stop(): Promise<void>;
}

interface PodPlace {
  /** For what is mounted; the caller's to remove. */
  readonly folder: string;
  /** What a container has for itself, such as its port. */
  readonly own: Readonly<Record<string, string>>;
}

/**
 * Does what a kubelet does with a pod: variables and files as the Deployment says, in the image where this machine holds one
 * of these sources, within the limits that the chart sets; elsewhere by the image's command in a process.
 */
export async function startPod({ variables, files }: PodView, { folder, own }: PodPlace): Promise<Pod> {
  for (const [file, text] of Object.entries(files)) {
    if (!file.startsWith(`${mounted}/`)) throw new Error(`nobody mounts ${file}`);
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text, { mode: 0o600 });
  }
  return (await isBuilt())
    ? startContainer({ ...variables, ...own }, folder, Object.keys(files))
    : startLocally({ ...variables, ...own }, folder);
}

async function startContainer(
  environment: Readonly<Record<string, string>>,
  folder: string,
  files: readonly string[],
): Promise<Pod> {
  for (const file of files) {
    await chown(path.join(folder, file), 0, group);
    await chmod(path.join(folder, file), 0o440);
  }
  const given = Object.entries(environment).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
  const mount = ["--volume", `${path.join(folder, mounted)}:${mounted}:ro`];
  const id = await runPodman(["run", "--detach", ...closedRun, ...mount, ...given, imageName]);
  return {
    runsIn: "the image",
    async stop() {
      await runPodman(["stop", "--time", "20", id]);
      await runPodman(["rm", "--force", id]);
    },
  };
}

async function startLocally(environment: Readonly<Record<string, string>>, folder: string): Promise<Pod> {
  const here = (text: string) => text.replaceAll(`${mounted}/`, path.join(folder, mounted, "/"));
  const { stop } = await startProcess({
    command: await commandOfImage(),
    environment: Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, here(value)])),
    clock: "machine",
    ready: /Almanac {3}http/,
  });
  return { runsIn: "a process", stop };
}

/** What the image runs where the pod says nothing else, after the name of Node. */
async function commandOfImage(): Promise<readonly string[]> {
  const dockerfile = await readFile(path.join(root, "deploy", "Dockerfile"), "utf8");
  const words = /^ENTRYPOINT (\[.*\])$/m.exec(dockerfile)?.[1] ?? "";
  const [, ...rest] = z.array(z.string()).min(2).parse(JSON.parse(words));
  return rest.map((word) => word.replace(/^\/almanac\//, ""));
}
