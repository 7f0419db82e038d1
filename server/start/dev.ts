import "server-only";
import path from "node:path";
import { readProcessConfig } from "#server/app/almanac.ts";
import { developmentCommand } from "./development.ts";
import { runNextJs } from "./next/run-next-js.ts";

const root = path.resolve(import.meta.dirname, "..", "..");

try {
  const ended = await runNextJs({ root, ...developmentCommand(readProcessConfig()) });
  process.exitCode = typeof ended === "number" ? ended : 0;
} catch (error) {
  process.stderr.write(`Almanac cannot start. ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
