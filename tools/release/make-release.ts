import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chartNames } from "./find-faults.ts";
import { packFolder } from "./pack-folder.ts";
import { provenance } from "./provenance.ts";
import { releaseVersion } from "./release-version.ts";

export interface ReleaseWish {
  readonly root: string;
  /** Where the files go; it is emptied first. */
  readonly out: string;
  readonly helm: string;
  /** Puts what comes of the image into the folder, and answers what it was built on; undefined where none can be built. */
  readonly image: (wish: ImagePart) => Promise<string | undefined>;
}

export interface ImagePart {
  /** What the names of files begin with. */
  readonly stem: string;
  readonly out: string;
  readonly epoch: number;
  readonly commit: string;
  readonly version: string;
}

/**
 * Makes the files of a release from the commit that is checked out: sources, charts, image, its bill of materials, how all
 * were made, and checksums. Everything is as old as the commit.
 */
export async function makeRelease({ root, out, helm, image }: ReleaseWish): Promise<readonly string[]> {
  const git = (...words: readonly string[]) => execFileSync("git", [...words], { cwd: root, encoding: "utf8" }).trim();
  const version = releaseVersion(root);
  const [commit, epoch] = [git("rev-parse", "HEAD"), Number(git("log", "-1", "--format=%ct"))];
  const stem = `almanac-${version}`;
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  packSources({ root, out, stem, epoch });
  for (const chart of chartNames) packChart({ root, out, helm, chart, version, epoch });
  const base = await image({ stem, out, epoch, commit, version });
  const digests = readdirSync(out)
    .sort()
    .map((name) => ({ name, sha256: sha256(path.join(out, name)) }));
  const lock = { uri: "package-lock.json", digest: { sha256: sha256(path.join(root, "package-lock.json")) } };
  const materials = base === undefined ? [lock] : [lock, baseMaterial(base)];
  const statement = provenance({ commit, version, node: process.versions.node, subjects: digests, materials });
  writeFileSync(path.join(out, `${stem}.provenance.json`), `${JSON.stringify(statement, null, 2)}\n`);
  const names = readdirSync(out).sort();
  const sums = names.map((name) => `${sha256(path.join(out, name))}  ${name}\n`);
  writeFileSync(path.join(out, "SHA256SUMS"), sums.join(""));
  return [...names, "SHA256SUMS"];
}

/** One made on this machine has no digest that anybody else could look for. */
function baseMaterial(base: string) {
  const [uri = "", sha = ""] = base.split("@sha256:");
  return { uri: `oci:${uri}`, digest: sha === "" ? {} : { sha256: sha } };
}

interface Part {
  readonly root: string;
  readonly out: string;
  readonly epoch: number;
}

function packSources({ root, out, epoch, stem }: Part & { readonly stem: string }): void {
  inFolder((folder) => {
    const tar = execFileSync("git", ["archive", `--prefix=${stem}/`, "HEAD"], { cwd: root, maxBuffer: 2 ** 30 });
    execFileSync("tar", ["--extract", "--directory", folder], { input: tar });
    packFolder(folder, path.join(out, `${stem}.tar.gz`), { epoch, gzip: true });
  });
}

interface ChartPart extends Part {
  readonly helm: string;
  readonly chart: string;
  readonly version: string;
}

/** helm says what belongs to a chart, and writes into its archive when that was. */
function packChart({ root, out, helm, chart, version, epoch }: ChartPart): void {
  inFolder((folder) => {
    execFileSync(helm, ["package", path.join(root, "deploy/chart", chart), "--destination", folder], { stdio: "pipe" });
    const archive = path.join(folder, `${chart}-${version}.tgz`);
    const files = path.join(folder, "files");
    mkdirSync(files);
    execFileSync("tar", ["--extract", "--touch", "--gzip", "--file", archive, "--directory", files]);
    packFolder(files, path.join(out, `${chart}-chart-${version}.tgz`), { epoch, gzip: true });
  });
}

function inFolder(work: (folder: string) => void): void {
  const folder = mkdtempSync(path.join(tmpdir(), "almanac-release-"));
  try {
    work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function sha256(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
