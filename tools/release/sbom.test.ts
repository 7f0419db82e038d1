import { execFileSync } from "node:child_process";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { root } from "#.ci/source-files.ts";
import { imageSbom } from "./sbom.ts";
import { sbomSchema } from "./sbom-schema.ts";

const contents = {
  packages: new Set(["undici@8.12.4", "pino@10.4.0", "@kubernetes/client-node@2.0.1", "zod@4.6.7"]),
  system: [{ name: "libc6", version: "2.36-9+deb12u14" }],
};
const facts = { version: "0.1.0", seed: "one", node: "24.21.0", contents };
const shape = z.object({
  serialNumber: z.string(),
  components: z.array(z.looseObject({ name: z.string(), "bom-ref": z.string(), purl: z.string() })),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

let ofNpm: unknown;
let sbom: object;
beforeAll(() => {
  const words = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"];
  ofNpm = JSON.parse(execFileSync("npm", words, { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 }));
  sbom = imageSbom(ofNpm, facts);
});

describe("the bill of materials of an image", () => {
  const schema = sbomSchema();

  test("is what CycloneDX's schema describes", () => {
    expect(schema.safeParse(sbom).error?.issues).toBeUndefined();
  });

  test.each([
    ["a property that nobody knows", { made: "up" }],
    ["a component of no kind", { components: [{ name: "undici" }] }],
    [
      "a licence that SPDX does not know",
      { components: [{ type: "library", name: "a", licenses: [{ license: { id: "MITT" } }] }] },
    ],
    ["a serial number that is none", { serialNumber: "seven" }],
  ])("the schema refuses %s", (_name, wrong) => {
    expect(schema.safeParse({ ...sbom, ...wrong }).success).toBe(false);
  });

  test("names what the image holds, with hashes and addresses, and nothing else", () => {
    const { components } = shape.parse(sbom);
    expect(components.map(({ purl }) => purl)).toEqual([
      "pkg:npm/%40kubernetes/client-node@2.0.1",
      "pkg:deb/debian/libc6@2.36-9%2Bdeb12u14",
      "pkg:generic/node@24.21.0",
      "pkg:npm/pino@10.4.0",
      "pkg:npm/undici@8.12.4",
      // Tools for development ask for it too: npm would leave it out with them.
      "pkg:npm/zod@4.6.7",
    ]);
    expect(components.at(-1)).toMatchObject({ hashes: [{ alg: "SHA-512" }], licenses: [{ license: { id: "MIT" } }] });
  });

  test("cannot be made where the image holds what nobody has locked", () => {
    const strange = { ...contents, packages: new Set(["nobody@1.0.0"]) };
    expect(() => imageSbom(ofNpm, { ...facts, contents: strange })).toThrow("nobody@1.0.0");
  });

  test("leads from Almanac to what it needs, and never to what is not there", () => {
    const { components, dependencies } = shape.parse(sbom);
    const known = ["almanac@0.1.0", ...components.map((component) => component["bom-ref"])];
    expect(dependencies[0]).toMatchObject({ ref: "@kubernetes/client-node@2.0.1" });
    expect(
      dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !known.includes(ref)),
    ).toEqual([]);
  });

  test("is the same whenever and wherever it is written, and another one of other sources", () => {
    expect(JSON.stringify(imageSbom(ofNpm, facts))).toBe(JSON.stringify(sbom));
    expect(JSON.stringify(sbom)).not.toMatch(/timestamp|\/tmp|\/home/);
    expect(shape.parse(imageSbom(ofNpm, { ...facts, seed: "two" })).serialNumber).not.toBe(
      shape.parse(sbom).serialNumber,
    );
  });
});
