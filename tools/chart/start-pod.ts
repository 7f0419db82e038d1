import { chmod, chown, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { startProcess } from "#e2e/processes.ts";
import { isImageBuilt } from "#tools/image/built-image.ts";
import { imageName } from "#tools/image/image-name.ts";
import { runPodman } from "#tools/image/podman.ts";
import { restrictedRunOptions } from "#tools/image/run-image.ts";
import type { PodView } from "./cluster-objects.ts";

const root = path.resolve(import.meta.dirname, "..", "..");
/** Folder below which all files of Almanac's pod are mounted. */
const mounted = "/etc/almanac";
/** Group ID of the image's user, and `fsGroup` of the chart. */
const group = 65532;

/** A running container of the Deployment's pod, on the network of this machine. */
export interface Pod {
  readonly runsIn: "the image" | "a process";
  stop(): Promise<void>;
}

interface PodPlace {
  /** Folder for mounted files, which the caller removes. */
  readonly folder: string;
  /** Environment variables that are specific to the container, such as its port. */
  readonly own: Readonly<Record<string, string>>;
}

/**
 * Starts a pod like a kubelet: with variables and files of the Deployment and the limits of the chart, in the container
 * image if it was built from these sources, or else as a process with the image's command.
 */
export async function startPod({ variables, files }: PodView, { folder, own }: PodPlace): Promise<Pod> {
  for (const [file, text] of Object.entries(files)) {
    if (!file.startsWith(`${mounted}/`)) throw new Error(`nobody mounts ${file}`);
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text, { mode: 0o600 });
  }
  return (await isImageBuilt())
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
  const id = await runPodman(["run", "--detach", ...restrictedRunOptions, ...mount, ...given, imageName]);
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

/** Arguments of Node.js in the entrypoint of the container image. */
async function commandOfImage(): Promise<readonly string[]> {
  const dockerfile = await readFile(path.join(root, "deploy", "Dockerfile"), "utf8");
  const words = /^ENTRYPOINT (\[.*\])$/m.exec(dockerfile)?.[1] ?? "";
  const [, ...rest] = z.array(z.string()).min(2).parse(JSON.parse(words));
  return rest.map((word) => word.replace(/^\/almanac\//, ""));
}
