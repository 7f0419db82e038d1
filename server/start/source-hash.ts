import "server-only";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/** Everything that the build is made from. */
const sources = [
  "app",
  "components",
  "lib",
  "public",
  "server",
  "instrumentation-client.ts",
  "instrumentation.ts",
  "next.config.js",
  "package-lock.json",
  "postcss.config.mjs",
  "proxy.ts",
];

/** Changes whenever a file changes that the build is made from. Tests are not part of it. */
export async function sourceHash(root: string): Promise<string> {
  const digest = createHash("sha256").update(process.version);
  const files = (await Promise.all(sources.map((source) => filesBelow(root, source)))).flat().sort();
  for (const file of files) {
    digest.update(`${file}\n`).update(await readFile(path.join(root, file)));
  }
  return digest.digest("hex");
}

async function filesBelow(root: string, relative: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(path.join(root, relative), { withFileTypes: true, recursive: true });
    return entries
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOTDIR") return [relative];
    if (code === "ENOENT") return [];
    throw error;
  }
}
