import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { repositoryRoot } from "#.ci/source-files.ts";

/** The version of the sources, which the next release gets. */
export function releaseVersion(folder = repositoryRoot): string {
  const text = readFileSync(path.join(folder, "package.json"), "utf8");
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
