import { describe, expect, test } from "vitest";
import { z } from "zod";
import { imageSize, maxImageBytes } from "./build-image.ts";
import { isImageBuilt } from "./built-image.ts";
import { imageName } from "./image-name.ts";
import { runPodman } from "./podman.ts";
import { lowUlimitOptions, runImage } from "./run-image.ts";

// The image exists after `npm run image`, until a source file changes.
describe.skipIf(!(await isImageBuilt()))("the image", () => {
  test("S28: serves as nobody, without capabilities, and with a root that cannot be written", async () => {
    expect(await runImage(imageName)).toMatchObject({
      answers: { "/livez": 200, "/readyz": 200, "/login": 200 },
      refusedWrites: 0,
      exitCode: 0,
    });
  }, 180_000);

  test("holds no test, nothing to build or to test with, and a bill of what it holds", async () => {
    const run = (...words: readonly string[]) =>
      runPodman(["run", "--rm", "--entrypoint", words[0] ?? "", ...lowUlimitOptions, imageName, ...words.slice(1)]);
    const files = await run("find", "/almanac", "-not", "-path", "*/node_modules/*");
    expect(files.match(/^\/almanac\/(e2e|tools|\.ci)\b.*|.*\.(test|spec)\.tsx?$/gm)).toBeNull();
    const packages = await run("ls", "/almanac/node_modules");
    expect(packages.match(/^(vitest|typescript|sharp|oidc-provider|node-linux-.*)$/gm)).toBeNull();
    const bill: unknown = JSON.parse(await run("cat", "/almanac/sbom.cdx.json"));
    const { components } = z.object({ components: z.array(z.object({ purl: z.string() })) }).parse(bill);
    const purls = components.map(({ purl }) => purl);
    expect(purls).toContainEqual(expect.stringMatching(/^pkg:npm\/next@/));
    expect(purls.filter((purl) => /^pkg:npm\/(vitest|typescript|sharp)@/.test(purl))).toEqual([]);
  }, 60_000);

  test("is downloaded as at most 200 MB", async () => {
    expect(await imageSize(imageName)).toBeLessThan(maxImageBytes);
  }, 120_000);
});
