import "server-only";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Files and folders whose content decides whether a new build is needed. */
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

/** A hash over all source files of the build, without tests. */
export function sourceHash(root: string): string {
  const digest = createHash("sha256").update(process.version);
  const files = sources.flatMap((source) => filesBelow(root, source)).sort();
  // Read synchronously, which is five times as fast for two thousand files; nothing else runs yet.
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
