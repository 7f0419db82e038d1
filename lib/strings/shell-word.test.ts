import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { shellWord } from "./shell-word.ts";

test("usual names stay as they are", () => {
  for (const name of ["harborline", "shoot--shop--eu-worker-1.local", "a_b@c%+=:,./-d"]) {
    expect(shellWord(name)).toBe(name);
  }
});

test("a shell reads every text back as it was", () => {
  const odd = ["", "a b", "it's", "$(reboot)", "`id`", "a;b", "~", "*", '"', "\\", "a\nb", "!x", "'''", "ä ⟨"];
  // No command line can hold the character 0.
  const texts = fc.string({ unit: "binary" }).filter((text) => !text.includes("\0"));
  const all = [...odd, ...fc.sample(texts, { numRuns: 100, seed: 7 })].map((text) => text.toWellFormed());
  const script = `for word in ${all.map(shellWord).join(" ")}; do printf '%s\\0' "$word"; done`;
  expect(execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1)).toEqual(all);
});
