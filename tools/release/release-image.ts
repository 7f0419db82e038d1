import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { buildImage, mostBytes, saveImage } from "#tools/image/build-image.ts";
import { podman, runPodman } from "#tools/image/podman.ts";
import type { ImagePart } from "./make-release.ts";
import { packFolder } from "./pack-folder.ts";
import { imageSbom } from "./sbom.ts";

type Say = (line: string) => void;

/** Builds the image, and puts it, its digest and its own bill of materials beside the other files. */
export async function releaseImage(part: ImagePart, root: string, say: Say): Promise<string | undefined> {
  if (podman === undefined) {
    say("image: skipped, there is no podman; the bill of materials is that of the lockfile");
    writeLockSbom(part, root);
    return undefined;
  }
  const { stem, out, epoch, commit, version } = part;
  const name = `localhost/almanac:${version}`;
  const opencontainers = { revision: commit, version, title: "almanac", licenses: "Apache-2.0" };
  const labels = Object.fromEntries(
    Object.entries(opencontainers).map(([key, value]) => [`org.opencontainers.image.${key}`, value]),
  );
  const built = await buildImage({ name, epoch, labels, say });
  if ("why" in built) {
    say(`image: skipped, ${built.why}; the bill of materials is that of the lockfile`);
    writeLockSbom(part, root);
    return undefined;
  }
  const folder = mkdtempSync(path.join(tmpdir(), "almanac-oci-"));
  try {
    const { digest, bytes } = await saveImage(name, folder);
    if (bytes > mostBytes) throw new Error(`the image has ${bytes} bytes, and at most ${mostBytes} are agreed`);
    packFolder(folder, path.join(out, `${stem}.oci.tar`), { epoch, gzip: false });
    writeFileSync(path.join(out, `${stem}.image-digest`), `${digest}\n`);
    say(`image: ${digest}, ${(bytes / 1e6).toFixed(1)} MB, built on ${built.base}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const id = await runPodman(["create", name]);
  await runPodman(["cp", `${id}:/almanac/sbom.cdx.json`, path.join(out, sbomName(stem))]);
  await runPodman(["rm", id]);
  return built.base;
}

const sbomName = (stem: string) => `${stem}.sbom.cdx.json`;

const entrySchema = z.object({ name: z.string().optional(), version: z.string(), dev: z.boolean().optional() });

/** What the image would be made of at most: everything that is not for development, for any machine. */
export function writeLockSbom({ stem, out, version, commit }: ImagePart, root: string): void {
  const text = readFileSync(path.join(root, "package-lock.json"), "utf8");
  const { packages } = z.object({ packages: z.record(z.string(), entrySchema) }).parse(JSON.parse(text));
  const served = Object.entries(packages).filter(([place, { dev }]) => place !== "" && dev !== true);
  const releases = served.map(
    ([place, { name, version }]) => `${name ?? place.split("node_modules/").at(-1)}@${version}`,
  );
  const words = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"];
  const ofNpm: unknown = JSON.parse(execFileSync("npm", words, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 }));
  const contents = { packages: new Set(releases), system: [] };
  const sbom = imageSbom(ofNpm, { version, seed: commit, node: process.versions.node, contents });
  writeFileSync(path.join(out, sbomName(stem)), `${JSON.stringify(sbom, null, 2)}\n`);
}
