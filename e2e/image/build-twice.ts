import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { sourceHash } from "#server/start/source-hash.ts";
import { buildImage, saveImage } from "./build-image.ts";
import { sourcesLabel } from "./image-name.ts";
import { runPodman } from "./podman.ts";

const root = path.resolve(import.meta.dirname, "..", "..");

interface Built {
  readonly digest: string;
  /** What is in it: mode, owner, age and content of each file. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Builds the image of the commit that is checked out twice, each time from a clone elsewhere and without anything that an
 * earlier build left, and says in what they differ. Answers whether they are one image.
 */
export async function buildTwice(say: (line: string) => void): Promise<boolean> {
  const commit = execFileSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  const folder = mkdtempSync(path.join(tmpdir(), "almanac-twice-"));
  try {
    const built: Built[] = [];
    for (const place of ["first", "another/second"]) {
      const result = await buildIn(path.join(folder, place), commit, say);
      if ("why" in result) {
        say(`skipped: ${result.why}`);
        return true;
      }
      built.push(result);
      say(`built: ${result.digest}, ${result.files.size} files and folders`);
    }
    const [first, second] = built;
    if (first === undefined || second === undefined) return false;
    const names = new Set([...first.files.keys(), ...second.files.keys()]);
    const differing = [...names].filter((name) => first.files.get(name) !== second.files.get(name)).sort();
    for (const name of differing.slice(0, 20)) say(`differs: ${name}`);
    say(
      `${differing.length} of ${names.size} differ; the digests are ${first.digest === second.digest ? "equal" : "not"}`,
    );
    return first.digest === second.digest;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function buildIn(
  place: string,
  commit: string,
  say: (line: string) => void,
): Promise<Built | { readonly why: string }> {
  const [sources, image, name] = [path.join(place, "sources"), path.join(place, "image"), "localhost/almanac:twice"];
  execFileSync("git", ["clone", "--quiet", "--no-checkout", root, sources]);
  execFileSync("git", ["checkout", "--quiet", commit], { cwd: sources });
  const labels = { [sourcesLabel]: sourceHash(sources) };
  const built = await buildImage({ name, epoch: 0, labels, say, sources, isFresh: true });
  if ("why" in built) return built;
  try {
    const { digest } = await saveImage(name, image);
    return { digest, files: filesOf(image, digest) };
  } finally {
    await runPodman(["rmi", name]);
  }
}

const manifestSchema = z.object({ layers: z.array(z.object({ digest: z.string() })) });

function filesOf(image: string, digest: string): ReadonlyMap<string, string> {
  const blob = (of: string) => path.join(image, "blobs", of.replace(":", "/"));
  const { layers } = manifestSchema.parse(JSON.parse(readFileSync(blob(digest), "utf8")));
  const folder = path.join(image, "files");
  mkdirSync(folder);
  for (const layer of layers) execFileSync("tar", ["--extract", "--file", blob(layer.digest), "--directory", folder]);
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return new Map(names.map((name) => [name, factsOf(path.join(folder, name))]));
}

function factsOf(file: string): string {
  const stat = lstatSync(file);
  const of = stat.isSymbolicLink() ? readlinkSync(file) : stat.isFile() ? sha256(file) : "";
  return [stat.mode.toString(8), stat.uid, stat.gid, stat.mtimeMs, of].join(" ");
}

function sha256(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
