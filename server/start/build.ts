import "server-only";
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { promisify } from "node:util";
import { takenBodiesFile } from "./door/taken-bodies.ts";
import { runNext, stoodStill } from "./next/run-next.ts";
import type { StandstillOptions } from "./next/standstill.ts";
import { packFiles } from "./pack-files.ts";
import { type LineOutput, startProgressLine } from "./progress-line.ts";
import { sourceHash } from "./source-hash.ts";

export interface BuildOptions {
  readonly root: string;
  readonly output: LineOutput;
  /** Takes a build that warns for one that failed. */
  readonly strict?: boolean;
  /** When Next is taken to do nothing any more. */
  readonly standstill?: StandstillOptions;
}

/** A build works all the time. */
const usualStandstill: StandstillOptions = { everyMs: 10_000, readings: 6 };
const mostRuns = 3;

/**
 * Builds the product unless the last build was made from these very sources. It says one line, and all that Next says
 * only when Next has something to complain about.
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
  let outcome: number | string = stoodStill;
  // Once in a while Turbopack waits for itself and never ends (vercel/next.js#97399); the next run does what that one did not.
  for (let run = 0; run < mostRuns && outcome === stoodStill; run += 1) {
    said = "";
    outcome = await runNext({ root, args: ["build"], env, hear, standstill });
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

/** Puts beside Next's build what the front door serves and reads. */
async function finish(root: string): Promise<void> {
  await writeFile(path.join(root, ".next", takenBodiesFile), await listBodies(root));
  await packFiles(path.join(root, ".next", "static"));
}

// Said on machines of CI wherever there is no cache of an earlier build: a fresh clone never has one.
const cacheAdvice = /^.*No build cache found\..*$/gm;

/** Whether Next complains of anything that the sources could mend. */
export function hasWarning(said: string): boolean {
  return /⚠|\bwarn(ing)?s?\b/i.test(said.replace(cacheAdvice, ""));
}

/** In a process of its own: it loads every route, of which this one shall keep nothing. */
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
