import type { RuleValues } from "../editions/rules.ts";

/** Outcome of a maintenance rule over time, which changes only at known instants (epoch milliseconds). */
export interface OutcomeTimeline<Outcome> {
  at(now: number): Outcome;
  /**
   * The first instant, up to `until`, after which the outcome differs from that at `now`; undefined when there is none.
   * The result may be `now` itself, if dates take effect only after their instant.
   */
  nextChange(now: number, until: number): number | undefined;
}

export interface TimelineSource<Outcome> {
  /** Instants at which the outcome may change: ascending, distinct. */
  readonly transitions: readonly number[];
  readonly boundary: RuleValues["class.boundary"];
  /** The outcome at an instant; called at most once between two transitions. */
  readonly decide: (now: number) => Outcome;
  readonly same: (a: Outcome, b: Outcome) => boolean;
}

/** Creates a timeline that caches its outcomes, so that Shoots on the same versions share the work. */
export function createTimeline<Outcome>(source: TimelineSource<Outcome>): OutcomeTimeline<Outcome> {
  const { transitions, boundary, decide, same } = source;
  const known: ({ readonly outcome: Outcome } | undefined)[] = new Array(transitions.length + 1);
  /** For each interval between transitions, the index of the first later interval with another outcome. */
  const differing: (number | undefined)[] = new Array(transitions.length + 1);

  function instantWithin(epoch: number): number {
    const begun = transitions[epoch - 1];
    if (begun !== undefined) return boundary === "strict" ? begun + 1 : begun;
    return (transitions[0] ?? 1) - 1;
  }

  function outcomeOf(epoch: number): Outcome {
    const held = known[epoch];
    if (held !== undefined) return held.outcome;
    const outcome = decide(instantWithin(epoch));
    known[epoch] = { outcome };
    return outcome;
  }

  /** Index of the next interval with another outcome; the number of intervals when the outcome stays the same. */
  function differingAfter(epoch: number): number {
    const held = differing[epoch];
    if (held !== undefined) return held;
    const outcome = outcomeOf(epoch);
    let next = epoch + 1;
    while (next <= transitions.length && same(outcomeOf(next), outcome)) next++;
    differing[epoch] = next;
    return next;
  }

  return {
    at: (now) => outcomeOf(countPassedTransitions(transitions, now, boundary)),
    nextChange(now, until) {
      const at = transitions[differingAfter(countPassedTransitions(transitions, now, boundary)) - 1];
      return at === undefined || at > until ? undefined : at;
    },
  };
}

/** Number of the ascending instants whose change has taken effect at `now`. */
export function countPassedTransitions(
  transitions: readonly number[],
  now: number,
  boundary: RuleValues["class.boundary"],
): number {
  let low = 0;
  let high = transitions.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = transitions[middle] ?? 0;
    if (boundary === "strict" ? at < now : at <= now) low = middle + 1;
    else high = middle;
  }
  return low;
}
