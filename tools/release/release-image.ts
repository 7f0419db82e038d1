import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { buildImage, maxImageBytes, saveImage } from "#tools/image/build-image.ts";
import { podmanPath, runPodman } from "#tools/image/podman.ts";
import type { ImageBuildInput } from "./make-release.ts";

type Say = (line: string) => void;

/** Builds the container image and writes the image, its digest and its SBOM to the release folder. */
export async function releaseImage(part: ImageBuildInput, root: string, say: Say): Promise<string | undefined> {
  if (podmanPath === undefined) {
    say("image: skipped, there is no podman; the bill of materials is that of the lockfile");
    writeLockSbom(part, root);
    return undefined;
  }
  const { stem, out, commit, version } = part;
  const name = `localhost/almanac:${version}`;
  const opencontainers = { revision: commit, version, title: "almanac", licenses: "Apache-2.0" };
  const labels = Object.fromEntries(
    Object.entries(opencontainers).map(([key, value]) => [`org.opencontainers.image.${key}`, value]),
  );
  const built = await buildImage({ name, labels, say });
  if ("why" in built) {
    say(`image: skipped, ${built.why}; the bill of materials is that of the lockfile`);
    writeLockSbom(part, root);
    return undefined;
  }
  const { digest, bytes } = await saveImage(name, path.join(out, `${stem}.oci.tar`));
  if (bytes > maxImageBytes) throw new Error(`the image has ${bytes} bytes, and at most ${maxImageBytes} are agreed`);
  writeFileSync(path.join(out, `${stem}.image-digest`), `${digest}\n`);
  say(`image: ${digest}, ${(bytes / 1e6).toFixed(1)} MB, built on ${built.base}`);
  const id = await runPodman(["create", name]);
  await runPodman(["cp", `${id}:/almanac/sbom.cdx.json`, path.join(out, sbomName(stem))]);
  await runPodman(["rm", id]);
  return built.base;
}

const sbomName = (stem: string) => `${stem}.sbom.cdx.json`;

/** Writes an SBOM of all packages that an image could contain: those not only for development, for all platforms. */
export function writeLockSbom({ stem, out }: ImageBuildInput, root: string): void {
  const words = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only", "--omit", "dev"];
  writeFileSync(path.join(out, sbomName(stem)), execFileSync("npm", words, { cwd: root, maxBuffer: 2 ** 26 }));
}
