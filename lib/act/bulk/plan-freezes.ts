import type { Freezes } from "#lib/contract/freeze/freezes.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import { freezeChecksOf } from "../preview/freeze-check.ts";
import type { BulkPlan, EligibleCluster } from "./plan-run.ts";

/** What a plan has to say about one freeze, or about freezes that could not be read. */
export interface PlanFreeze {
  readonly sentence: string;
  /** Names of the clusters that it concerns, in the order of the plan. */
  readonly clusters: readonly string[];
}

interface PlanFreezesContext {
  readonly clock: DisplayClock;
  /** Whether the plan runs in stages, of which nobody knows when they begin. */
  readonly inStages: boolean;
}

/** The freezes in which clusters of a plan change, or can. Only clusters count whose change a freeze is meant to keep away. */
export function planFreezesOf(
  { eligible }: Pick<BulkPlan, "eligible">,
  freezes: Freezes,
  context: PlanFreezesContext,
): readonly PlanFreeze[] {
  const byProject = Map.groupBy(freezes.projects, ({ project }) => project);
  const found = eligible.flatMap((each) =>
    checksOf(each, freezes, { byProject, ...context }).map(({ sentence }) => ({ sentence, name: each.cluster.name })),
  );
  return [...Map.groupBy(found, ({ sentence }) => sentence)].map(([sentence, same]) => ({
    sentence,
    clusters: same.map(({ name }) => name),
  }));
}

interface CheckContext extends PlanFreezesContext {
  readonly byProject: ReadonlyMap<string, Freezes["projects"]>;
}

function checksOf(
  { cluster: { project }, digest: { begins } }: EligibleCluster,
  { forbidden, beyond }: Freezes,
  { byProject, clock, inStages }: CheckContext,
) {
  if (begins === undefined) return [];
  const { checkedAt, ...when } = begins;
  const projects = byProject.get(project) ?? [];
  const own: Freezes = {
    projects,
    forbidden: forbidden.filter((name) => name === project),
    // Which projects were not read is not known, but those with freezes or a reason were.
    beyond: projects.length > 0 || forbidden.includes(project) ? 0 : beyond,
  };
  // A stage begins once its gate opens: like a move that waits for its Seed, at no known time.
  return freezeChecksOf({ when: inStages ? { at: "seed-ready" } : when, checkedAt }, own, clock);
}
