import type { MaintenanceViolation } from "../maintenance/violation.ts";
import { classificationContextAt } from "../versions/classification-context.ts";
import { stagesOf } from "../versions/classify.ts";
import { attemptedVersionUpdates } from "./attempted-version-updates.ts";
import type { DeadEnd, DeadEndRemedy, ForecastPeriod, RejectedRunPeriod } from "./dead-end.ts";
import type { DeadEndExplanation } from "./explain-dead-end.ts";
import type { ProfileTimelines } from "./profile-timelines.ts";
import type { RejectedRuns, SimulatedFailure, SimulatedRunWindow } from "./runs-by-component.ts";

/** A period in one simulation. */
interface Lasting {
  readonly window: SimulatedRunWindow;
  readonly until: SimulatedRunWindow | undefined;
}

interface Pair<Item> {
  readonly late: Item | undefined;
  readonly early: Item | undefined;
}

/** Pairs equal items of two simulations, in order, followed by items that only one simulation has. */
function pairsOf<Item>(late: readonly Item[], early: readonly Item[], same: (a: Item, b: Item) => boolean) {
  if (late === early) return late.map((item): Pair<Item> => ({ late: item, early: item }));
  const rest = [...early];
  const pairs = late.map((item): Pair<Item> => {
    const index = rest.findIndex((other) => same(item, other));
    return { late: item, early: index < 0 ? undefined : rest.splice(index, 1)[0] };
  });
  return [...pairs, ...rest.map((item): Pair<Item> => ({ late: undefined, early: item }))];
}

function periodOf({ late, early }: Pair<Lasting>, now: number): ForecastPeriod {
  const known = [late, early].filter((one) => one !== undefined);
  const both = known.length === 2;
  const fromAt = Math.max(now, Math.min(...known.map(({ window }) => window.beginAt)));
  const ends = known.map(({ until }) => until?.usableEndAt ?? Number.POSITIVE_INFINITY);
  const untilAt = Math.max(...ends);
  return {
    fromAt,
    ...(both && { byAt: Math.max(...known.map(({ window }) => window.usableEndAt)) }),
    ...(Number.isFinite(untilAt) && { untilAt }),
  };
}

function sameBlock(a: SimulatedFailure, b: SimulatedFailure): boolean {
  return a.version === b.version && JSON.stringify(a.outcome) === JSON.stringify(b.outcome);
}

const none: readonly never[] = [];

/** The dead ends of a component, merged from simulated runs at the start (`late`) and end (`early`) of each window. */
export function deadEndsOfComponent(
  late: readonly SimulatedFailure[] = none,
  early: readonly SimulatedFailure[] = none,
  { now, story }: { readonly now: number; readonly story: (block: SimulatedFailure) => DeadEndExplanation },
): readonly DeadEnd[] {
  if (late.length === 0 && early.length === 0) return none;
  return pairsOf(late, early, sameBlock).flatMap((pair): readonly DeadEnd[] => {
    const block = pair.late ?? pair.early;
    if (block === undefined) return [];
    const { undated, ...told } = story(block);
    const period = periodOf(pair, now);
    const heals = period.untilAt !== undefined && period.byAt !== undefined;
    const confidence = heals ? "dated" : undated ? "unknown" : "conditional";
    return [{ ...told, ...period, version: block.version, confidence }];
  });
}

function stageRemedy(pool: string, refused: RejectedRuns, lanes: ProfileTimelines): readonly DeadEndRemedy[] {
  const { after } = refused.run.proposal;
  const target = after.pools.find(({ name }) => name === pool)?.image ?? "";
  const reading = classificationContextAt(refused.run.at, lanes.rules);
  const listed = lanes.profile.images.flatMap(({ versions }) => versions).find(({ text }) => text === target);
  const next = listed && stagesOf(listed, reading).find(({ startsAt }) => startsAt >= reading.now);
  if (next === undefined || !Number.isFinite(next.startsAt)) return [];
  return [{ code: "wait-for-stage", version: target, at: next.startsAt }];
}

function remediesFor(
  violation: MaintenanceViolation,
  refused: RejectedRuns,
  lanes: ProfileTimelines,
): readonly DeadEndRemedy[] {
  if (violation.scope === "field") return [{ code: "remove-field", field: violation.field }];
  if (violation.scope === "limits") {
    return [
      { code: "lower-minimums", limit: violation.limit },
      { code: "raise-node-limit", nodes: violation.nodes },
    ];
  }
  if (violation.scope === "control-plane") return [{ code: "correct-profile" }];
  const { pool, code } = violation;
  switch (code) {
    case "INPLACE_UPDATE_PENDING":
      return [{ code: "finish-in-place-update", pool }];
    case "IMAGE_INACTIVE":
      return [...stageRemedy(pool, refused, lanes), { code: "update-image", pool }];
    case "IMAGE_KUBELET_CONSTRAINT":
    case "IMAGE_ARCHITECTURE":
    case "IMAGE_DOWNGRADE":
    case "IMAGE_INPLACE":
    case "IMAGE_NOT_LISTED":
      return [{ code: "update-image", pool }];
    case "ABOVE_CONTROL_PLANE":
    case "DOWNGRADE":
    case "SKEW":
    case "SKIPS_MINOR":
    case "VERSION_NOT_LISTED":
      return [{ code: "update-pool", pool }];
  }
}

function sameRefusal(a: RejectedRuns, b: RejectedRuns): boolean {
  return JSON.stringify(a.run.violations) === JSON.stringify(b.run.violations);
}

/** Periods in which every maintenance run is rejected, merged from simulations at window start and window end. */
export function rejectedRunPeriodsOf(
  late: readonly RejectedRuns[],
  early: readonly RejectedRuns[],
  { now, lanes }: { readonly now: number; readonly lanes: ProfileTimelines },
): readonly RejectedRunPeriod[] {
  if (late.length === 0 && early.length === 0) return none;
  return pairsOf(late, early, sameRefusal).flatMap((pair): readonly RejectedRunPeriod[] => {
    const refused = pair.late ?? pair.early;
    if (refused === undefined) return [];
    const period = periodOf(pair, now);
    const { violations } = refused.run;
    return [
      {
        code: "rejected-by-dry-run",
        ...period,
        violations,
        attempted: attemptedVersionUpdates(refused.run.proposal),
        sign: "whole-run-refused",
        remedies: violations.flatMap((violation) => remediesFor(violation, refused, lanes)),
        confidence: period.untilAt !== undefined && period.byAt !== undefined ? "dated" : "conditional",
      },
    ];
  });
}
