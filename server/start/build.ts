import "server-only";
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { promisify } from "node:util";
import { routeBodyRulesFile } from "./front-server/route-body-rules.ts";
import { runNextJs, standstillOutcome } from "./next/run-next-js.ts";
import type { StandstillOptions } from "./next/standstill.ts";
import { compressBuildFiles } from "./pack-files.ts";
import { type ProgressOutput, startProgressLine } from "./progress-line.ts";
import { sourceHash } from "./source-hash.ts";

export interface BuildOptions {
  readonly root: string;
  readonly output: ProgressOutput;
  /** Treats warnings as errors. */
  readonly strict?: boolean;
  /** When `next build` counts as hanging. */
  readonly standstill?: StandstillOptions;
}

/** By default a build counts as hanging when it is idle for a minute, which does not happen otherwise. */
const usualStandstill: StandstillOptions = { everyMs: 10_000, readings: 6 };
const mostRuns = 3;

/**
 * Runs `next build`, unless the last build used the same source files. Prints one line, and the output of Next.js only
 * in case of warnings or errors.
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
  // Turbopack sometimes deadlocks (vercel/next.js#97399); another run succeeds.
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

/** Adds files that the front server needs to the build. */
async function finish(root: string): Promise<void> {
  await writeFile(path.join(root, ".next", routeBodyRulesFile), await listBodies(root));
  await compressBuildFiles(path.join(root, ".next", "static"));
}

// Next.js prints this on CI machines that have no cache of an earlier build.
const cacheAdvice = /^.*No build cache found\..*$/gm;

/** Whether the output of Next.js contains a warning that a change of the source files could fix. */
export function hasWarning(said: string): boolean {
  return /⚠|\bwarn(ing)?s?\b/i.test(said.replace(cacheAdvice, ""));
}

/** Lists the routes that accept a body, in a separate process, because this imports every route. */
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
