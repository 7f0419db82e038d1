import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chartNames } from "./find-release-blockers.ts";
import { createProvenanceStatement } from "./provenance.ts";
import { releaseVersion } from "./release-version.ts";

export interface ReleaseInput {
  readonly root: string;
  /** Output folder, which is emptied first. */
  readonly out: string;
  readonly helm: string;
  /** Writes the container image's files to the folder and returns the base image; undefined if none can be built. */
  readonly image: (wish: ImageBuildInput) => Promise<string | undefined>;
}

export interface ImageBuildInput {
  /** Prefix of the file names. */
  readonly stem: string;
  readonly out: string;
  readonly commit: string;
  readonly version: string;
}

/**
 * Creates the files of a release from the current commit: sources, charts, container image, SBOM, provenance, and
 * checksums.
 */
export async function makeRelease({ root, out, helm, image }: ReleaseInput): Promise<readonly string[]> {
  const git = (...words: readonly string[]) => execFileSync("git", [...words], { cwd: root, encoding: "utf8" }).trim();
  const version = releaseVersion(root);
  const commit = git("rev-parse", "HEAD");
  const stem = `almanac-${version}`;
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  git("archive", `--prefix=${stem}/`, `--output=${path.join(out, `${stem}.tar.gz`)}`, "HEAD");
  for (const chart of chartNames) {
    execFileSync(helm, ["package", path.join(root, "deploy/chart", chart), "--destination", out], { stdio: "pipe" });
    renameSync(path.join(out, `${chart}-${version}.tgz`), path.join(out, `${chart}-chart-${version}.tgz`));
  }
  const base = await image({ stem, out, commit, version });
  const digests = readdirSync(out)
    .sort()
    .map((name) => ({ name, sha256: sha256(path.join(out, name)) }));
  const lock = { uri: "package-lock.json", digest: { sha256: sha256(path.join(root, "package-lock.json")) } };
  const materials = base === undefined ? [lock] : [lock, baseMaterial(base)];
  const statement = createProvenanceStatement({
    commit,
    version,
    node: process.versions.node,
    subjects: digests,
    materials,
  });
  writeFileSync(path.join(out, `${stem}.provenance.json`), `${JSON.stringify(statement, null, 2)}\n`);
  const names = readdirSync(out).sort();
  const sums = names.map((name) => `${sha256(path.join(out, name))}  ${name}\n`);
  writeFileSync(path.join(out, "SHA256SUMS"), sums.join(""));
  return [...names, "SHA256SUMS"];
}

/** A base image built on this machine has no digest that others could look up. */
function baseMaterial(base: string) {
  const [uri = "", sha = ""] = base.split("@sha256:");
  return { uri: `oci:${uri}`, digest: sha === "" ? {} : { sha256: sha } };
}

function sha256(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
