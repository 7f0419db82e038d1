import "server-only";
import path from "node:path";
import { buildWhenNeeded } from "./build.ts";

try {
  await buildWhenNeeded({ root: path.resolve(import.meta.dirname, "..", ".."), output: process.stdout, strict: true });
} catch (error) {
  process.stderr.write(`Almanac is not built: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
