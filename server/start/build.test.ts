import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { buildWhenNeeded, hasWarning } from "./build.ts";

let root: string;
let said = "";
const output = { write: (text: string) => (said += text) };
/** The output of a build without its duration. */
const saidInTime = () => said.replace(/… \d+ s/, "… n s");

beforeEach(async () => {
  said = "";
  root = await mkdtemp(path.join(tmpdir(), "almanac-build-"));
  await mkdir(path.join(root, ".next"));
});
afterEach(() => rm(root, { recursive: true }));

/** Replaces the Next.js program, and the program that lists request bodies, by fakes. */
async function nextIs(program: string): Promise<void> {
  await mkdir(path.join(root, "server/start"), { recursive: true });
  await writeFile(path.join(root, "server/start/list-bodies.ts"), "process.stdout.write('[]')");
  const bin = path.join(root, "node_modules/next/dist/bin");
  await mkdir(bin, { recursive: true });
  await writeFile(path.join(bin, "next"), program);
}

test("a build says one line, and no word when nothing has changed since", async () => {
  await nextIs("console.log('Creating an optimized production build ...')");
  await buildWhenNeeded({ root, output, strict: true });
  expect(saidInTime()).toBe("Building Almanac… n s\n");
  said = "";
  await buildWhenNeeded({ root, output });
  expect(said).toBe("");
});

test("a build packs its scripts and styles, as small as can be, beside what they are made from", async () => {
  const script = "globalThis.answer = 42;\n".repeat(40);
  const [chunks, style] = [path.join(root, ".next/static/chunks"), "p { color: red }"];
  await mkdir(chunks, { recursive: true });
  await Promise.all([
    writeFile(path.join(chunks, "a.js"), script),
    writeFile(path.join(chunks, "b.css"), style),
    writeFile(path.join(chunks, "letters.woff2"), "letters"),
  ]);
  await nextIs("");
  await buildWhenNeeded({ root, output });
  expect((await readdir(chunks)).sort()).toEqual(["a.js", "a.js.br", "b.css", "b.css.br", "letters.woff2"]);
  expect(brotliDecompressSync(await readFile(path.join(chunks, "a.js.br"))).toString()).toBe(script);
  expect(brotliDecompressSync(await readFile(path.join(chunks, "b.css.br"))).toString()).toBe(style);
});

test("a build is named for what it is made from, so that pages and replicas can tell it from others", async () => {
  await nextIs("console.log(process.env.ALMANAC_BUILD); process.exitCode = 1");
  await expect(buildWhenNeeded({ root, output })).rejects.toThrow("next build ended with 1.");
  const [first] = said.match(/^[0-9a-f]{16}$/m) ?? [];
  await writeFile(path.join(root, "proxy.ts"), "other");
  await expect(buildWhenNeeded({ root, output })).rejects.toThrow("next build ended with 1.");
  const marks = said.match(/^[0-9a-f]{16}$/gm);
  expect(marks).toEqual([first, expect.not.stringContaining(first ?? "")]);
});

test("a build that fails shows all that Next said, and the next start tries again", async () => {
  await nextIs("console.log('compiling'); console.error('Type error: no'); process.exitCode = 3");
  await expect(buildWhenNeeded({ root, output })).rejects.toThrow("next build ended with 3.");
  expect(saidInTime()).toMatch(/^Building Almanac… n s\n/);
  expect(said).toContain("compiling\n");
  expect(said).toContain("Type error: no\n");
  await nextIs("");
  await expect(buildWhenNeeded({ root, output })).resolves.toBeUndefined();
});

test("a warning of Next is shown, and fails the build that the tests and the image are made with", async () => {
  await nextIs("console.log('Turbopack build encountered 1 warnings:')");
  await expect(buildWhenNeeded({ root, output, strict: true })).rejects.toThrow("next build has warned.");
  expect(said).toContain("encountered 1 warnings");
  await expect(buildWhenNeeded({ root, output })).resolves.toBeUndefined();
});

test.each([
  ["Turbopack build encountered 1 warnings:", true],
  [" ⚠ Unsupported metadata themeColor", true],
  ["npm warn something", true],
  ["✓ Compiled successfully in 21.3s", false],
  ["├ ƒ /api/forewarned", false],
  ["⚠ No build cache found. Please configure build caching for faster rebuilds.", false],
  ["⚠ No build cache found. Do so.\n ⚠ Unsupported metadata themeColor", true],
])("%j is a warning: %s", (text, expected) => {
  expect(hasWarning(text)).toBe(expected);
});

test.skipIf(!existsSync("/proc/self/stat"))(
  "a build that comes to a standstill begins again, and ends when it does so each time",
  async () => {
    const standstill = { everyMs: 500, readings: 3 };
    const trace = JSON.stringify(path.join(root, "runs"));
    const stands = "setInterval(() => undefined, 1_000);";
    await nextIs(
      `if (!require("node:fs").existsSync(${trace})) { require("node:fs").writeFileSync(${trace}, ""); ${stands} }`,
    );
    await buildWhenNeeded({ root, output, standstill });
    expect(saidInTime()).toBe("Building Almanac… n s\n");
    await writeFile(path.join(root, "proxy.ts"), "other");
    await nextIs(stands);
    await expect(buildWhenNeeded({ root, output, standstill })).rejects.toThrow("next build ended with a standstill.");
  },
);
