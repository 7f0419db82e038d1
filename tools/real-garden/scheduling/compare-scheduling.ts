import type { ShootSchedulingResult } from "#lib/policy/scheduling/schedule-shoot.ts";

/** What the real scheduler did: the Seed that it bound, or what it wrote into the Shoot's last operation. */
export type SchedulerAnswer = { readonly seed: string } | { readonly text: string };

export interface SchedulingComparison {
  /** The filter that left no Seed, `binding` if the API server refused to bind the Shoot, or `scheduled`. */
  readonly outcome: string;
  /** A line that tells both answers; undefined if they agree. */
  readonly difference: string | undefined;
  /** Number of Seeds with equally few Shoots. */
  readonly equals: number;
  /** Whether the scheduler took the first of these Seeds, or none. */
  readonly tookFirst: boolean;
}

/** Compares both answers. Of Seeds with equally few Shoots the scheduler takes any, and so each of them agrees. */
export function compareScheduling(
  { shoot, result }: { readonly shoot: string; readonly result: ShootSchedulingResult },
  answer: SchedulerAnswer,
): SchedulingComparison {
  const refusal = result.outcome === "scheduled" ? result.bindingRefusal : result.text;
  const equals = result.outcome === "scheduled" ? result.equals : [];
  const agrees = "seed" in answer ? refusal === undefined && equals.includes(answer.seed) : answer.text === refusal;
  const ours = refusal ?? `one of ${equals.join(", ")}`;
  const theirs = "seed" in answer ? answer.seed : answer.text;
  return {
    outcome: result.outcome === "pending" ? result.stage : refusal === undefined ? "scheduled" : "binding",
    difference: agrees ? undefined : `${shoot}: Almanac: ${ours}; the scheduler: ${theirs}`,
    equals: equals.length,
    tookFirst: !("seed" in answer) || answer.seed === equals[0],
  };
}
