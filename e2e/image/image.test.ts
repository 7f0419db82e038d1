import path from "node:path";
import { describe, expect, test } from "vitest";
import { sourceHash } from "#server/start/source-hash.ts";
import { imageSize, mostBytes } from "./build-image.ts";
import { imageName, sourcesLabel } from "./image-name.ts";
import { podman, runPodman } from "./podman.ts";
import { lowLimits, runImage } from "./run-image.ts";

/** Whether there is an image of these very sources: `npm run image` builds one where there is podman. */
async function isBuilt(): Promise<boolean> {
  if (podman === undefined || (await runPodman(["images", "--quiet", imageName])) === "") return false;
  const format = `{{index .Config.Labels "${sourcesLabel}"}}`;
  const label = await runPodman(["image", "inspect", "--format", format, imageName]);
  return label === sourceHash(path.resolve(import.meta.dirname, "..", ".."));
}

// There is one after npm run image, until a source changes.
describe.skipIf(!(await isBuilt()))("the image", () => {
  test("S28: serves as nobody, without capabilities, and with a root that cannot be written", async () => {
    expect(await runImage(imageName)).toMatchObject({
      answers: { "/livez": 200, "/readyz": 200, "/login": 200 },
      refusedWrites: 0,
      exitCode: 0,
    });
  }, 180_000);

  test("has no shell and no npm", async () => {
    const run = (command: string) => runPodman(["run", "--rm", "--entrypoint", command, ...lowLimits, imageName]);
    for (const command of ["/bin/sh", "sh", "npm"])
      await expect(run(command)).rejects.toThrow(/not found|no such file/i);
  }, 60_000);

  test("is downloaded as at most 110 MB", async () => {
    expect(await imageSize(imageName)).toBeLessThan(mostBytes);
  }, 120_000);
});
