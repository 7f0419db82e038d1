import { execFileSync, spawnSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { root } from "../source-files.ts";

const flags = ["--max-semi-space-size=4", "--heap-growing-percent=50"];
let folder: string;
const inFolder = (name: string) => path.join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "almanac-compiled-"));
  write("package.json", '{ "type": "module" }');
  write("start.ts", 'import old from "./old/index.js";\nconst said: string = old.say({ greeting: "hello" });');
  write("old/package.json", "{}");
  write("old/index.js", "exports.say = (words) => words.greeting + inner();\nfunction inner() { return [1, 'two']; }");
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): void {
  mkdirSync(path.dirname(inFolder(name)), { recursive: true });
  writeFileSync(inFolder(name), text);
}

/** Answers what Node says of what it kept. */
function start(): string {
  const env = { NODE_DEBUG_NATIVE: "COMPILE_CACHE", NODE_COMPILE_CACHE: inFolder(".next/compiled") };
  const { status, stderr } = spawnSync(process.execPath, [...flags, inFolder("start.ts")], { encoding: "utf8", env });
  expect(status).toBe(0);
  return stderr;
}

function recompile(place = folder): void {
  const script = path.join(root, ".ci/image/recompile.ts");
  execFileSync(process.execPath, [script, folder, place, ...flags], { stdio: "pipe" });
}

/** Name and bytes of all that is kept. */
function kept(): Readonly<Record<string, string>> {
  const names = globSync(".next/compiled/*/*", { cwd: folder });
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(inFolder(name), "base64")]));
}

test("what a start has compiled is the same, byte for byte, whenever it was, and the next start takes it", () => {
  start();
  const first = kept();
  recompile();
  const again = kept();
  rmSync(inFolder(".next"), { recursive: true });
  start();
  expect(kept()).not.toEqual(first);
  recompile();
  expect(kept()).toEqual(again);
  const said = start();
  const taken = said.matchAll(/cache for (?:ESM|CommonJS) \S+\/(\S+) was accepted/g);
  expect(new Set(Array.from(taken, ([, name]) => name))).toEqual(new Set(["start.ts", "index.js"]));
  expect(said).not.toContain("was rejected");
  expect(kept()).toEqual(again);
});

test("what a file held that is another by now is not compiled", () => {
  start();
  write("old/index.js", "exports.say = () => 1;");
  expect(recompile).toThrow("old/index.js was loaded as another text");
});

test("nothing is passed over: of every file kept it is known what it is of, and every page and route was loaded", () => {
  start();
  expect(() => recompile("/elsewhere")).toThrow("of no script that is there");
  write(".next/server/app/a/page.js", "module.exports = 1;");
  expect(recompile).toThrow("the start has not loaded");
});

test("what is kept in another form, or for other flags, is an error", () => {
  start();
  const [kept = ""] = globSync(".next/compiled/*", { cwd: folder });
  const [name = ""] = globSync(`${kept}/*`, { cwd: folder });
  writeFileSync(inFolder(name), "short");
  expect(recompile).toThrow("is not as Node was known to keep");
  renameSync(inFolder(kept), inFolder(kept.replace(/-[0-9a-f]{8}-/, "-01234567-")));
  expect(recompile).toThrow("is for other flags");
});
