import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "almanac-vectors-"));
afterAll(() => rmSync(folder, { recursive: true }));

function run(...paths: readonly string[]) {
  const { status, stdout } = spawnSync(process.execPath, ["tools/conformance/main.ts", ...paths], {
    encoding: "utf8",
  });
  return { status, lines: stdout.trimEnd().split("\n") };
}

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const passing = { id: "p", area: "version.normalize", input: { version: "v1" }, expect: { normalized: "1" } };

describe("the conformance command", () => {
  it("reads JSON and compressed JSON, by absolute and relative path", () => {
    const plain = file("plain.json", JSON.stringify([passing]));
    const packed = file("packed.json.gz", gzipSync(JSON.stringify([passing, passing])));
    expect(run(relative(process.cwd(), plain), packed)).toEqual({ status: 0, lines: ["3 passed, 0 failed"] });
  });

  it("fails with each mismatch, and for an area that is not known", () => {
    const wrong = { ...passing, id: "w", expect: { normalized: "2" } };
    const unknown = { ...passing, id: "u", area: "no.such.area" };
    expect(run(file("wrong.json", JSON.stringify([passing, wrong, unknown])))).toEqual({
      status: 1,
      lines: [
        "w (version.normalize):",
        '  want {"normalized":"2"}',
        '  got  {"normalized":"1"}',
        "u (no.such.area): unknown area",
        "1 passed, 2 failed",
      ],
    });
  });

  it("counts a file that cannot be read as a failure", () => {
    const { status, lines } = run(join(folder, "missing.json"), file("broken.json", "{"));
    expect(status).toBe(1);
    expect(lines.at(-1)).toBe("0 passed, 2 failed");
  });
});
