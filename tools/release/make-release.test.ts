import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { repositoryRoot } from "#.ci/source-files.ts";
import { findTool } from "#tools/chart/find-tools.ts";
import { findReleaseBlockers } from "./find-release-blockers.ts";
import { makeRelease } from "./make-release.ts";

const helm = findTool("helm") ?? "";
const read = (...names: readonly string[]) => readFileSync(path.join(...names), "utf8");
let folder: string;

/** A Git repository of one commit with all files of a release. The commit is the same whenever and wherever created. */
function repository(name: string, changelog = "# Changelog\n\n## [0.1.0]\n"): string {
  const tree = path.join(folder, name);
  for (const file of ["package.json", "package-lock.json", "deploy", "LICENSE"]) {
    cpSync(path.join(repositoryRoot, file), path.join(tree, file), { recursive: true });
  }
  writeFileSync(path.join(tree, "CHANGELOG.md"), changelog);
  const who = { GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a@example.com", GIT_AUTHOR_DATE: "2026-11-24T12:00:00Z" };
  const also = {
    GIT_COMMITTER_NAME: "a",
    GIT_COMMITTER_EMAIL: "a@example.com",
    GIT_COMMITTER_DATE: "2026-11-24T12:00:00Z",
  };
  const git = (...words: readonly string[]) =>
    execFileSync("git", [...words], { cwd: tree, env: { ...process.env, ...who, ...also }, stdio: "pipe" });
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--no-gpg-sign", "--message", "Release 0.1.0");
  return tree;
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "almanac-release-test-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const noImage = async () => undefined;

// Helm is available after `npm run chart`.
describe.skipIf(helm === "")("a release", () => {
  test("has the same sources, byte for byte, whoever makes it of a commit, where and when", async () => {
    const [here, there] = [repository("here"), repository("deeper/there")];
    utimesSync(path.join(there, "LICENSE"), 1, 1);
    for (const tree of [here, there]) {
      const files = await makeRelease({ root: tree, out: path.join(tree, "dist"), helm, image: noImage });
      expect(files).toEqual([
        "almanac-0.1.0.provenance.json",
        "almanac-0.1.0.tar.gz",
        "almanac-chart-0.1.0.tgz",
        "almanac-garden-chart-0.1.0.tgz",
        "SHA256SUMS",
      ]);
    }
    const sources = (tree: string) => readFileSync(path.join(tree, "dist/almanac-0.1.0.tar.gz"));
    expect(sources(there).equals(sources(here))).toBe(true);
    execFileSync("sha256sum", ["--check", "--quiet", "SHA256SUMS"], { cwd: path.join(here, "dist") });
  });

  test("holds charts that helm takes, and says of what it was made", async () => {
    const tree = repository("charts");
    await makeRelease({ root: tree, out: path.join(tree, "dist"), helm, image: noImage });
    const chart = execFileSync(helm, ["show", "chart", path.join(tree, "dist/almanac-chart-0.1.0.tgz")], {
      encoding: "utf8",
    });
    expect(chart).toContain("version: 0.1.0");
    const statement: unknown = JSON.parse(read(tree, "dist/almanac-0.1.0.provenance.json"));
    const commit = execFileSync("git", ["rev-parse", "HEAD"], { cwd: tree, encoding: "utf8" }).trim();
    expect(statement).toMatchObject({
      predicateType: "https://slsa.dev/provenance/v1",
      subject: [
        { name: "almanac-0.1.0.tar.gz" },
        { name: "almanac-chart-0.1.0.tgz" },
        { name: "almanac-garden-chart-0.1.0.tgz" },
      ],
      predicate: {
        buildDefinition: { resolvedDependencies: [{ digest: { gitCommit: commit } }, { uri: "package-lock.json" }] },
      },
    });
    expect(JSON.stringify(statement)).not.toContain(tree);
  });
});

describe("nothing is released", () => {
  test("that is fit to be: no fault is found", () => {
    expect(findReleaseBlockers(repository("fit"))).toEqual([]);
  });

  test("of a tree with changes that are in no commit", () => {
    const tree = repository("dirty");
    writeFileSync(path.join(tree, "LICENSE"), "mine");
    expect(findReleaseBlockers(tree)).toEqual([expect.stringContaining("in no commit:\nM LICENSE")]);
  });

  test("that the changelog does not know", () => {
    expect(findReleaseBlockers(repository("unsaid", "# Changelog\n\n## [Unreleased]\n"))).toEqual([
      "CHANGELOG.md has no chapter [0.1.0].",
    ]);
  });

  test("whose charts or packages are of another version, or whose packages have no hash", () => {
    const tree = repository("mixed");
    const edit = (file: string, from: RegExp, to: string) =>
      writeFileSync(path.join(tree, file), read(tree, file).replace(from, to));
    edit("deploy/chart/almanac/Chart.yaml", /^version: .*$/m, "version: 0.0.9");
    edit("package-lock.json", /"integrity": "[^"]*",\n/, "");
    const faults = findReleaseBlockers(tree).slice(1);
    expect(faults).toEqual([
      "The chart almanac is of another version.",
      expect.stringMatching(/^node_modules\/\S+ has no hash/),
    ]);
  });
});
