import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { TestTally } from "./reports.ts";
import { repositoryRoot } from "./source-files.ts";

export interface CiStage {
  readonly name: string;
  readonly command: readonly string[];
  /** Reads test results from the report that the command wrote; without a report the stage counts as one test. */
  readonly tally?: () => TestTally;
  /** Whether the later stages in the same sequence are skipped if this stage fails. */
  readonly vital?: boolean;
  /** Name of a stage in another sequence that must have ended before, successfully or not. */
  readonly after?: string;
}

export interface StageOutcome {
  readonly name: string;
  readonly tally: TestTally;
  readonly seconds: number;
}

interface Surroundings {
  readonly environment: NodeJS.ProcessEnv;
  /** Writes complete lines, each with the name of its stage in front. */
  readonly write: (text: string) => void;
}

/** Runs several sequences of CI stages in parallel. Returns the outcomes in the order of the sequences. */
export async function runStagesInParallel(
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
  // Skipped stages count as ended, so that stages of other sequences do not wait for them.
  for (const { name } of stages) ends.get(name)?.resolve();
  return outcomes;
}

function succeeds({ name, command }: CiStage, { environment, write }: Surroundings): Promise<boolean> {
  const [file = "", ...rest] = command;
  const child = spawn(file, rest, { cwd: repositoryRoot, stdio: ["ignore", "pipe", "pipe"], env: environment });
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

/** Test results of a stage; a failed one has at least one failure, even if its report is missing or says otherwise. */
function tallyOf(stage: CiStage, succeeded: boolean): TestTally {
  const verdict: TestTally = succeeded
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
