import { type Message, message, text } from "#lib/language/text.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import { formatDateTime } from "#lib/words/format-time.ts";
import type { PoolDeadline } from "./pool-deadline.ts";
import type { PoolNodeFacts } from "./pool-node-facts.ts";
import type { NoReplacementReason, ReplacedPool, ReplacementStepState } from "./pool-replacement.ts";

export const noReplacementDescriptions: Readonly<Record<NoReplacementReason, Message>> = {
  deleting: message("The cluster is being deleted. Its specification can no longer change."),
  workerless: message("The cluster has no workers, so there are no pools to replace."),
  hibernated: message(
    "The cluster is hibernated and has no nodes. An update replaces none now, and pools start at their new version when the cluster wakes up.",
  ),
  "updated-in-place": message(
    "All pools are updated in place: their nodes stay, so there is no need for a second pool. Update it under Change versions.",
  ),
  "version-unreadable": message("The Kubernetes version of the control plane cannot be read."),
};

export const stepStateLabels: Readonly<Record<ReplacementStepState, Message>> = {
  done: message("Done"),
  running: message("Under way"),
  now: message("Now"),
  later: message("Later"),
};

/** State of a step that is taken for several pools: the first one that needs the user. */
export function stateOfAll(states: readonly ReplacementStepState[]): ReplacementStepState {
  if (states.length === 0) return "later";
  const order: readonly ReplacementStepState[] = ["now", "running", "later"];
  return order.find((state) => states.includes(state)) ?? "done";
}

/** Says until when a pool keeps its version, from the forecast; `known` is false if there is no forecast. */
export function describePoolDeadline(
  pool: string,
  deadline: PoolDeadline | undefined,
  { known, clock }: { readonly known: boolean; readonly clock: DisplayClock },
): string {
  if (!known) return text("There is no forecast, so it is not known how long {pool} keeps its version.", { pool });
  if (deadline === undefined) return text("The forecast has no update that replaces the nodes of {pool}.", { pool });
  const { from, to, earliestAt } = deadline;
  const at = formatDateTime(earliestAt, clock);
  return text(
    "Finish before {at}: from then on, maintenance takes {pool} from {from} to {to} and replaces its nodes.",
    { at, pool, from, to },
  );
}

/** Says how many nodes a pool has and how many of these take no new Pods. */
export function describeOldNodes(nodes: PoolNodeFacts | undefined, pool: string): string {
  if (nodes === undefined) return text("The nodes of {pool} are not known here.", { pool });
  const count = nodes.names.length;
  if (count === 0) return text("{pool} has no nodes.", { pool });
  return text("{pool} has {count, plural, one {# node} other {# nodes}}, {cordoned} cordoned.", {
    ...{ pool, count },
    cordoned: nodes.cordoned,
  });
}

/** Says which pool takes the place of another one, and how many of its nodes are ready. */
export function describeSuccessor({ pool, successor, successorNodes }: ReplacedPool): string {
  if (successor === undefined) return text("No pool takes the place of {pool} yet.", { pool: pool.name });
  const named = { pool: pool.name, successor: successor.name };
  if (successorNodes === undefined) return text("{successor} takes the same Pods as {pool}.", named);
  if (successorNodes.names.length === 0) {
    return text("{successor} takes the same Pods as {pool}, and has no nodes yet.", named);
  }
  return text(
    "{successor} takes the same Pods as {pool}; {ready} of its {count, plural, one {# node} other {# nodes}} ready.",
    {
      ...{ ...named, ready: successorNodes.ready, count: successorNodes.names.length },
    },
  );
}
