import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { Tally } from "./reports.ts";
import { root } from "./source-files.ts";

export interface CiStage {
  readonly name: string;
  readonly command: readonly string[];
  /** Counts the tests that ran, out of the report that the command wrote; without one the stage counts as one test. */
  readonly tally?: () => Tally;
  /** A later stage of the lane cannot say anything when this one failed. */
  readonly vital?: boolean;
  /** A stage of another lane that must have ended before, however it ended. */
  readonly after?: string;
}

export interface StageOutcome {
  readonly name: string;
  readonly tally: Tally;
  readonly seconds: number;
}

interface Surroundings {
  readonly environment: NodeJS.ProcessEnv;
  /** Takes whole lines, each with its stage in front. */
  readonly write: (text: string) => void;
}

/** Runs the stages of each lane one after the other, and all lanes at the same time. Answers in the order of the lanes. */
export async function runLanes(
  lanes: readonly (readonly CiStage[])[],
  surroundings: Surroundings,
): Promise<readonly StageOutcome[]> {
  const ends = new Map(lanes.flat().map(({ name }) => [name, Promise.withResolvers<void>()]));
  return (await Promise.all(lanes.map((stages) => runLane(stages, ends, surroundings)))).flat();
}

async function runLane(
  stages: readonly CiStage[],
  ends: ReadonlyMap<string, PromiseWithResolvers<void>>,
  surroundings: Surroundings,
): Promise<readonly StageOutcome[]> {
  const outcomes: StageOutcome[] = [];
  for (const stage of stages) {
    if (stage.after !== undefined) await ends.get(stage.after)?.promise;
    const startedAt = performance.now();
    surroundings.write(`── ${stage.name} begins\n`);
    const succeeded = await succeeds(stage, surroundings);
    const seconds = (performance.now() - startedAt) / 1000;
    const tally = tallyOf(stage, succeeded);
    surroundings.write(`── ${stage.name} ${succeeded ? "is done" : "FAILED"} after ${seconds.toFixed(1)} s\n`);
    outcomes.push({ name: stage.name, tally, seconds });
    ends.get(stage.name)?.resolve();
    if (!succeeded && stage.vital) break;
  }
  // What was left out will not run any more.
  for (const { name } of stages) ends.get(name)?.resolve();
  return outcomes;
}

function succeeds({ name, command }: CiStage, { environment, write }: Surroundings): Promise<boolean> {
  const [file = "", ...rest] = command;
  const child = spawn(file, rest, { cwd: root, stdio: ["ignore", "pipe", "pipe"], env: environment });
  const tellAll = Promise.all([child.stdout, child.stderr].map((output) => tellLines(output, name, write)));
  return new Promise((resolve) => {
    child.once("error", (error) => {
      write(`${name} │ ${String(error)}\n`);
      resolve(false);
    });
    child.once("close", (code) => void tellAll.then(() => resolve(code === 0)));
  });
}

async function tellLines(output: Readable, name: string, write: (text: string) => void): Promise<void> {
  for await (const line of createInterface({ input: output, crlfDelay: Number.POSITIVE_INFINITY }))
    write(`${name} │ ${line}\n`);
}

/** A stage that failed counts at least one failure, even when its report says otherwise or is missing. */
function tallyOf(stage: CiStage, succeeded: boolean): Tally {
  const verdict: Tally = succeeded
    ? { passed: 1, failed: 0, failures: [], durations: [] }
    : { passed: 0, failed: 1, failures: [stage.name], durations: [] };
  if (stage.tally === undefined) return verdict;
  try {
    const tally = stage.tally();
    return succeeded && tally.passed > 0 ? tally : { ...tally, failed: Math.max(tally.failed, 1) };
  } catch (error) {
    return {
      ...verdict,
      passed: 0,
      failed: 1,
      failures: [`${stage.name}: its report cannot be read: ${String(error)}`],
    };
  }
}
