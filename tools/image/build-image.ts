import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildDebianBase } from "./debian-base.ts";
import { runPodman, showPodman } from "./podman.ts";

const root = path.resolve(import.meta.dirname, "..", "..");
export const maxImageBytes = 200e6;

interface ImageWish {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly say: (line: string) => void;
}

/** The base image that deploy/Dockerfile uses, with its digest. */
export function pinnedBaseImage(): string {
  const dockerfile = readFileSync(path.join(root, "deploy/Dockerfile"), "utf8");
  return /^ARG BASE=(\S+)$/m.exec(dockerfile)?.[1] ?? "";
}

/** Builds the container image with deploy/Dockerfile; returns its base image, or why this machine cannot build it. */
export async function buildImage(wish: ImageWish): Promise<{ base: string } | { why: string }> {
  const { name, labels, say } = wish;
  const base = (await canPull(pinnedBaseImage())) ? pinnedBaseImage() : await buildDebianBase(say);
  if (base === undefined)
    return { why: `${pinnedBaseImage()} cannot be had, and there is no debootstrap to make a base with` };
  const marks = Object.entries(labels).flatMap(([label, value]) => ["--label", `${label}=${value}`]);
  const words = ["--isolation", "chroot", "--network", "host", "--format", "oci", ...marks];
  const from = ["--build-arg", `BASE=${base}`, "--file", path.join(root, "deploy/Dockerfile")];
  showPodman(["build", ...words, ...from, "--tag", name, root]);
  return { base };
}

async function canPull(image: string): Promise<boolean> {
  try {
    await runPodman(["pull", "--quiet", image]);
    return true;
  } catch {
    return false;
  }
}

/** Saves the image as a file in the format of registries; returns its digest and compressed size in bytes. */
export async function saveImage(
  name: string,
  file: string,
): Promise<{ readonly digest: string; readonly bytes: number }> {
  const digestFile = `${file}.digest`;
  const how = ["--quiet", "--compression-format", "gzip", "--digestfile", digestFile];
  await runPodman(["push", ...how, name, `oci-archive:${file}`]);
  const digest = (await readFile(digestFile, "utf8")).trim();
  await rm(digestFile);
  return { digest, bytes: (await stat(file)).size };
}

export async function imageSize(name: string): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), "almanac-image-"));
  try {
    return (await saveImage(name, path.join(folder, "image.tar"))).bytes;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
