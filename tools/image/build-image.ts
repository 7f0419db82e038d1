import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { debianBase } from "./debian-base.ts";
import { runPodman, showPodman } from "./podman.ts";

const root = path.resolve(import.meta.dirname, "..", "..");
export const mostBytes = 110e6;

interface ImageWish {
  readonly name: string;
  /** Of all that lies in the image, in seconds: with it, an image does not tell when it was built. */
  readonly epoch: number;
  readonly labels: Readonly<Record<string, string>>;
  readonly say: (line: string) => void;
}

/** The base that deploy/Dockerfile names. */
export function pinnedBase(): string {
  const dockerfile = readFileSync(path.join(root, "deploy/Dockerfile"), "utf8");
  return /^ARG BASE=(\S+)$/m.exec(dockerfile)?.[1] ?? "";
}

/** Builds the image with deploy/Dockerfile; answers what it was built on, or why it cannot be built here. */
export async function buildImage(wish: ImageWish): Promise<{ base: string } | { why: string }> {
  const { name, epoch, labels, say } = wish;
  const base = (await canPull(pinnedBase())) ? pinnedBase() : await debianBase(say);
  if (base === undefined)
    return { why: `${pinnedBase()} cannot be had, and there is no debootstrap to make a base with` };
  const marks = Object.entries(labels).flatMap(([label, value]) => ["--label", `${label}=${value}`]);
  const words = [
    "--isolation",
    "chroot",
    "--network",
    "host",
    "--format",
    "oci",
    "--timestamp",
    String(epoch),
    ...marks,
  ];
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

const indexSchema = z.object({ manifests: z.tuple([z.object({ digest: z.string() })]) });
const manifestSchema = z.object({ layers: z.array(z.object({ size: z.number() })) });

/** The image as a registry would keep it, in a folder; answers its digest and what is downloaded of it. */
export async function saveImage(
  name: string,
  folder: string,
): Promise<{ readonly digest: string; readonly bytes: number }> {
  await runPodman(["push", "--quiet", "--compression-format", "gzip", name, `oci:${folder}`]);
  const [{ digest }] = indexSchema.parse(JSON.parse(await readFile(path.join(folder, "index.json"), "utf8"))).manifests;
  const blob = await readFile(path.join(folder, "blobs", digest.replace(":", "/")), "utf8");
  const { layers } = manifestSchema.parse(JSON.parse(blob));
  return { digest, bytes: layers.reduce((sum, { size }) => sum + size, 0) };
}

export async function imageSize(name: string): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), "almanac-image-"));
  try {
    return (await saveImage(name, folder)).bytes;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
