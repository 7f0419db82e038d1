import "server-only";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Everything that the build is made from. */
const sources = [
  "app",
  "components",
  "lib",
  "public",
  "garden",
  "server",
  "instrumentation-client.ts",
  "instrumentation.ts",
  "next.config.js",
  "package-lock.json",
  "postcss.config.mjs",
  "proxy.ts",
];

/** Changes whenever a file changes that the build is made from. Tests are not part of it. */
export function sourceHash(root: string): string {
  const digest = createHash("sha256").update(process.version);
  const files = sources.flatMap((source) => filesBelow(root, source)).sort();
  // In one go: nothing else runs yet, and asking for two thousand files one after the other takes five times as long.
  for (const file of files) digest.update(`${file}\n`).update(readFileSync(path.join(root, file)));
  return digest.digest("hex");
}

function filesBelow(root: string, relative: string): readonly string[] {
  try {
    const entries = readdirSync(path.join(root, relative), { withFileTypes: true, recursive: true });
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
