import path from "node:path";
import { sourceHash } from "#server/start/source-hash.ts";
import { buildImage, imageSize, maxImageBytes } from "./build-image.ts";
import { imageName, sourcesLabel } from "./image-name.ts";
import { podmanPath } from "./podman.ts";
import { runImage } from "./run-image.ts";

/** Builds the image, checks its size and runs it: `npm run image`. */
function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main(): Promise<void> {
  if (podmanPath === undefined) {
    say("skipped: there is no podman");
    return;
  }
  const labels = { [sourcesLabel]: sourceHash(path.resolve(import.meta.dirname, "..", "..")) };
  const built = await buildImage({ name: imageName, labels, say });
  if ("why" in built) {
    say(`skipped: ${built.why}`);
    return;
  }
  const bytes = await imageSize(imageName);
  say(`image: ${(bytes / 1e6).toFixed(1)} MB compressed, at most ${maxImageBytes / 1e6}; built on ${built.base}`);
  const { answers, readyS, refusedWrites, exitCode } = await runImage(imageName);
  const told = Object.entries(answers).map(([asked, status]) => `${asked} ${status}`);
  say(
    `run: ready after ${readyS.toFixed(1)} s, ${told.join(", ")}; ${refusedWrites} refused writes; ended with ${exitCode}`,
  );
  const isWell = Object.values(answers).every((status) => status === 200) && refusedWrites === 0 && exitCode === 0;
  if (bytes > maxImageBytes || !isWell) process.exitCode = 1;
}

await main();
