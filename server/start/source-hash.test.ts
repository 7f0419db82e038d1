import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sourceHash } from "./source-hash.ts";

let root: string;
const write = async (file: string, text: string) => {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true });
  await writeFile(path.join(root, file), text);
};

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "almanac-sources-"));
  await write("lib/a.ts", "a");
  await write("proxy.ts", "p");
});
afterEach(() => rm(root, { recursive: true }));

test.each<[string, string, boolean]>([
  ["a changed source", "lib/a.ts", true],
  ["a new source", "app/deep/page.tsx", true],
  ["a changed file at the top", "proxy.ts", true],
  ["a changed lockfile", "package-lock.json", true],
  ["a test", "lib/a.test.ts", false],
  ["what the build itself writes", ".next/BUILD_ID", false],
  ["documentation", "README.md", false],
])("%s asks for a new build: %s → %s", async (_name, file, expected) => {
  const before = sourceHash(root);
  await write(file, "other");
  expect(sourceHash(root) !== before).toBe(expected);
});

test("a moved text is another source", async () => {
  const before = sourceHash(root);
  await rm(path.join(root, "lib/a.ts"));
  await write("lib/b.ts", "a");
  expect(sourceHash(root)).not.toBe(before);
});
