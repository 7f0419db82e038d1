import "server-only";
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { promisify } from "node:util";
import { routeBodyRulesFile } from "./front-server/route-body-rules.ts";
import { runNextJs, standstillOutcome } from "./next/run-next-js.ts";
import type { StandstillOptions } from "./next/standstill.ts";
import { packFiles } from "./pack-files.ts";
import { type ProgressOutput, startProgressLine } from "./progress-line.ts";
import { sourceHash } from "./source-hash.ts";

export interface BuildOptions {
  readonly root: string;
  readonly output: ProgressOutput;
  /** Treats warnings as errors. */
  readonly strict?: boolean;
  /** When Next counts as hanging. */
  readonly standstill?: StandstillOptions;
}

/** A healthy build is never idle for this long. */
const usualStandstill: StandstillOptions = { everyMs: 10_000, readings: 6 };
const mostRuns = 3;

/**
 * Builds the product unless the last build used the same sources. Prints one line, and Next's output only in case of
 * warnings or errors.
 */
export async function buildWhenNeeded(options: BuildOptions): Promise<void> {
  const { root, output, strict = false, standstill = usualStandstill } = options;
  const stampFile = path.join(root, ".next", "almanac-sources");
  const hash = sourceHash(root);
  if ((await readIfPresent(stampFile)) === hash) return;
  const line = startProgressLine("Building Almanac…", output, () => performance.now());
  const counting = setInterval(line.tick, 1_000);
  let said = "";
  const hear = (text: string) => {
    said += text;
  };
  const env = { NODE_ENV: "production", NODE_OPTIONS: "", ALMANAC_BUILD: hash.slice(0, 16) };
  let outcome: number | string = standstillOutcome;
  // Turbopack deadlocks occasionally (vercel/next.js#97399); another run succeeds.
  for (let run = 0; run < mostRuns && outcome === standstillOutcome; run += 1) {
    said = "";
    outcome = await runNextJs({ root, args: ["build"], env, hear, standstill });
  }
  if (outcome === 0) await finish(root);
  clearInterval(counting);
  line.end();
  const warned = hasWarning(said);
  if (outcome !== 0 || warned) output.write(said);
  if (outcome !== 0) throw new Error(`next build ended with ${outcome}.`);
  if (warned && strict) throw new Error("next build has warned.");
  await writeFile(stampFile, hash);
}

/** Adds files for the front door to Next's build. */
async function finish(root: string): Promise<void> {
  await writeFile(path.join(root, ".next", routeBodyRulesFile), await listBodies(root));
  await packFiles(path.join(root, ".next", "static"));
}

// Printed on CI machines without a cache of an earlier build; a fresh clone never has one.
const cacheAdvice = /^.*No build cache found\..*$/gm;

/** Whether Next's output contains a warning that a change of the sources could fix. */
export function hasWarning(said: string): boolean {
  return /⚠|\bwarn(ing)?s?\b/i.test(said.replace(cacheAdvice, ""));
}

/** Runs in a separate process, because it loads every route. */
async function listBodies(root: string): Promise<string> {
  const program = path.join(root, "server/start/list-bodies.ts");
  const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=react-server", program], { cwd: root });
  return stdout;
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
