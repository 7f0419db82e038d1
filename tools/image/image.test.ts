import { describe, expect, test } from "vitest";
import { imageSize, mostBytes } from "./build-image.ts";
import { isBuilt } from "./built-image.ts";
import { imageName } from "./image-name.ts";
import { runPodman } from "./podman.ts";
import { lowLimits, runImage } from "./run-image.ts";

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
