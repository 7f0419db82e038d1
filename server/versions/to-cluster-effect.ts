import type {
  ClusterEffect,
  ClusterEffectDeadEnd,
  ClusterEffectKind,
  ClusterEffectStep,
} from "#lib/contract/versions.ts";
import type { ForecastDifference, MovedStep } from "#lib/policy/forecast/compute-forecast-difference.ts";
import type { VersionedComponent } from "#lib/policy/forecast/versioned-component.ts";

type Place = Pick<ClusterEffectStep, "pool" | "what">;

function placeOf(lane: VersionedComponent): Place {
  return {
    pool: lane.kind === "control-plane" ? "" : lane.pool,
    what: lane.kind === "pool-image" ? "image" : "kubernetes",
  };
}

const keyOf = ({ pool, what }: Place) => `${what}\n${pool}`;

interface Step extends ClusterEffectStep {
  readonly effect: ClusterEffectKind;
}

/** Combines a removed and an added step from the same version into one changed step. */
function paired(moved: readonly MovedStep[]): readonly MovedStep[] {
  const gone = moved.filter(({ after }) => after === undefined);
  const added = moved.filter(({ before }) => before === undefined);
  const taken = new Set<MovedStep>();
  const together = gone.map((hop): MovedStep => {
    const other = added.find(
      (each) => !taken.has(each) && each.from === hop.from && keyOf(placeOf(each.lane)) === keyOf(placeOf(hop.lane)),
    );
    if (other?.after === undefined) return hop;
    taken.add(other);
    return { ...hop, to: other.to, kind: other.kind, after: other.after };
  });
  const both = moved.filter(({ before, after }) => before !== undefined && after !== undefined);
  return [...both, ...together, ...added.filter((hop) => !taken.has(hop))];
}

function effectOf({ before, after }: MovedStep): ClusterEffectKind {
  if (before === undefined) return "earlier";
  if (after === undefined) return "later";
  if (before.earliestAt === after.earliestAt) return "otherwise";
  return after.earliestAt < before.earliestAt ? "earlier" : "later";
}

function toStep(hop: MovedStep): Step {
  const { lane, from, to, kind, before, after } = hop;
  return {
    ...placeOf(lane),
    from,
    to,
    forced: kind === "forced",
    ...(before && { before: before.earliestAt }),
    ...(after && { after: after.earliestAt }),
    effect: effectOf(hop),
  };
}

const nearestOf = ({ before = Number.POSITIVE_INFINITY, after = Number.POSITIVE_INFINITY }: ClusterEffectStep) =>
  Math.min(before, after);

function deadEndOf(
  lanes: ForecastDifference["stuck"],
  rejections: ForecastDifference["newRejections"],
): ClusterEffectDeadEnd | undefined {
  const [first] = [...lanes].sort((a, b) => a.deadEnd.fromAt - b.deadEnd.fromAt);
  if (first) {
    const { code, version, fromAt } = first.deadEnd;
    return { ...placeOf(first.lane), code, version, fromAt };
  }
  const [rejection] = rejections;
  return rejection && { pool: "", what: "run", code: rejection.code, version: "", fromAt: rejection.fromAt };
}

type MovedDeadEnd = NonNullable<ClusterEffect["stuckOtherwise"]>;

function movedDeadEndOf(moved: ForecastDifference["movedDeadEnds"]): MovedDeadEnd | undefined {
  const [first] = [...moved].sort((a, b) => a.after.fromAt - b.after.fromAt);
  if (first === undefined) return undefined;
  const { code, version, fromAt } = first.after;
  return { ...placeOf(first.lane), code, version, fromAt, before: first.before.fromAt };
}

/** The effect of a profile change on one cluster, as shown in the list of affected clusters. */
export function toClusterEffect(
  cluster: Pick<ClusterEffect, "project" | "name">,
  difference: ForecastDifference,
): ClusterEffect {
  const stuck = deadEndOf(difference.stuck, difference.newRejections);
  const freed = deadEndOf(difference.freed, difference.endedRejections);
  const blocked = new Set(difference.stuck.map(({ lane }) => keyOf(placeOf(lane))));
  // A component that can no longer be updated loses its steps, which does not count as a later update.
  const steps = paired(difference.moved)
    .map(toStep)
    .filter((step) => step.after !== undefined || !blocked.has(keyOf(step)))
    .sort((a, b) => nearestOf(a) - nearestOf(b));
  const stuckOtherwise = movedDeadEndOf(difference.movedDeadEnds);
  const kinds = new Set<ClusterEffectKind>([
    ...(stuck ? (["stuck"] as const) : []),
    ...(freed ? (["freed"] as const) : []),
    ...(stuckOtherwise ? [earlierOrLater(stuckOtherwise)] : []),
    ...steps.map(({ effect }) => effect),
  ]);
  const [nearest] = steps;
  return {
    project: cluster.project,
    name: cluster.name,
    kinds: kinds.size > 0 ? [...kinds] : ["otherwise"],
    ...(nearest && { step: withoutEffect(nearest) }),
    ...(stuck && { stuck }),
    ...(freed && { freed }),
    ...(stuckOtherwise && { stuckOtherwise }),
  };
}

function earlierOrLater({ before, fromAt }: MovedDeadEnd): ClusterEffectKind {
  return fromAt < before ? "earlier" : "later";
}

function withoutEffect({ effect: _effect, ...step }: Step): ClusterEffectStep {
  return step;
}

const ranks: Readonly<Record<ClusterEffectKind, number>> = { stuck: 0, earlier: 1, freed: 2, otherwise: 3, later: 4 };

/** Sorts effects: clusters that can no longer be updated first, then earlier updates, and so on; equal ones by date. */
export function compareEffects(a: ClusterEffect, b: ClusterEffect): number {
  const rank = ({ kinds }: ClusterEffect) => Math.min(...kinds.map((kind) => ranks[kind]));
  const date = ({ step, stuck, stuckOtherwise }: ClusterEffect) =>
    stuck?.fromAt ?? stuckOtherwise?.fromAt ?? (step && nearestOf(step)) ?? Number.MAX_VALUE;
  return rank(a) - rank(b) || date(a) - date(b) || (a.name < b.name ? -1 : 1);
}
