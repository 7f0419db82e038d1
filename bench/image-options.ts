import { readFileSync } from "node:fs";
import path from "node:path";

/** What the image starts Node with. */
export function imageOptions(): readonly string[] {
  const dockerfile = readFileSync(path.resolve(import.meta.dirname, "../deploy/Dockerfile"), "utf8");
  return dockerfile.match(/--(max|heap)-[\w-]+=\d+/g) ?? [];
}
