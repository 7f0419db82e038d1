import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "./source-files.ts";

const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: repositoryRoot,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && existsSync(path.join(repositoryRoot, file)));
const names = new Set(tracked.map((file) => path.posix.basename(file)));
const top = new Set(tracked.map((file) => file.split("/")[0]));
const papers = tracked.filter((file) => file.endsWith(".md"));

/** References in a document to files, in backticks: `lib/kube`, `server/start/serve.ts`, `proxy.ts`, `fuzz.test.ts`. */
function citedIn(text: string): readonly string[] {
  const inline = text.replace(/```[\s\S]*?```/g, "").matchAll(/`([^`\s]+)`/g);
  return Array.from(inline, ([, cited = ""]) => cited).filter(isCitation);
}

function isCitation(text: string): boolean {
  // A placeholder such as <noun> is not a file reference.
  if (/[<>]|^\/|\/\//.test(text)) return false;
  return text.includes("/")
    ? top.has(text.split("/")[0])
    : /^[\w.-]+\.(test\.|spec\.|teardown\.)?(tsx?|mjs)$/.test(text);
}

/** Whether a referenced file exists, by its path or, without a folder, by its file name. */
function exists(cited: string): boolean {
  if (!cited.includes("/")) return names.has(cited);
  if (existsSync(path.join(repositoryRoot, cited))) return true;
  return /[*{]/.test(cited) && globSync(cited, { cwd: repositoryRoot }).length > 0;
}

test("there are papers to read", () => {
  expect(papers).toContain("CONTRIBUTING.md");
  expect(citedIn(readFileSync(path.join(repositoryRoot, "docs/architecture.md"), "utf8")).length).toBeGreaterThan(30);
});

test.each(papers)("every file that %s names exists", (paper) => {
  expect(citedIn(readFileSync(path.join(repositoryRoot, paper), "utf8")).filter((cited) => !exists(cited))).toEqual([]);
});

test.each(papers)("every link of %s leads somewhere", (paper) => {
  const text = readFileSync(path.join(repositoryRoot, paper), "utf8");
  const links = Array.from(text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g), ([, link = ""]) => link);
  const own = links.filter((link) => !/^[a-z]+:/.test(link));
  expect(own.filter((link) => !existsSync(path.join(repositoryRoot, path.dirname(paper), link)))).toEqual([]);
});
