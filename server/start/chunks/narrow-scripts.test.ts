import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { narrowed, narrowScripts } from "./narrow-scripts.ts";

const isNarrow = (text: string) => /^[\0-\xff]*$/.test(text);

test("a script says the same in characters of one byte", () => {
  const script = [
    "[",
    '"wait\u2026 \u2212 \u{1f331} \u00e9",',
    `\`\u2713 \${1 + 1}\`,`,
    '"a\u2003b".replace(/[\u2000-\u200a]/, "-"),',
    '/^\u{1f331}$/u.test("\u{1f331}"),',
    '((\u03bb) => \u03bb)("a name"),',
    "String.raw`\\d{4}` // \u2190 a comment",
    "]",
  ].join("\n");
  const narrow = narrowed(script);
  expect(isNarrow(script)).toBe(false);
  expect(isNarrow(narrow)).toBe(true);
  expect(runInNewContext(narrow)).toEqual(runInNewContext(script));
});

test("a script in which an escape would be another thing stays as it is", () => {
  for (const script of ['"\\\u2026"', "String.raw`\u2026`", `String.raw\`a\${1}\u2026\``])
    expect(narrowed(script)).toBe(script);
});

test("scripts are narrowed where they lie, and a build that has none of them is none the worse", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "almanac-scripts-"));
  try {
    await writeFile(path.join(folder, "page.js"), 'say("\u2026")');
    await writeFile(path.join(folder, "page.json"), '"\u2026"');
    await narrowScripts(folder);
    expect(await readFile(path.join(folder, "page.js"), "utf8")).toBe('say("\\u2026")');
    expect(await readFile(path.join(folder, "page.json"), "utf8")).toBe('"\u2026"');
    await narrowScripts(path.join(folder, "nowhere"));
  } finally {
    await rm(folder, { recursive: true });
  }
});
