import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { root } from "#.ci/source-files.ts";

/** The release that this tree is of, or becomes. */
export function releaseVersion(folder = root): string {
  const text = readFileSync(path.join(folder, "package.json"), "utf8");
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
