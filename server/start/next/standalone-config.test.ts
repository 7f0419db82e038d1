import { expect, test } from "vitest";
import { standaloneConfig } from "./standalone-config.ts";

const files = (config: object) => JSON.stringify({ version: 1, config });

test("a standalone build hands on what it was made with", () => {
  const config = { output: "standalone", distDir: ".next", images: { unoptimized: true } };
  expect(JSON.parse(standaloneConfig(files(config)) ?? "")).toEqual(config);
});

test("any other build has Next read its own configuration", () => {
  expect(standaloneConfig(files({ distDir: ".next" }))).toBeUndefined();
});
