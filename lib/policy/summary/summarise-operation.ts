import type { LastMaintenance, Shoot } from "#lib/garden/shoot.ts";
import { stringAt } from "#lib/kube/field.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { computePoolImpacts } from "../changes/compute-pool-impacts.ts";
import { applySpecDefaults } from "../changes/default-change.ts";
import { poolHashRules } from "../changes/pool-hash.ts";
import { toWellTypedSpec } from "../changes/to-well-typed-spec.ts";
import { type GardenerRules, newestRules } from "../editions/gardener-rules.ts";
import { crossedLimits, hasLimitedField } from "../maintenance/spec-cleanup.ts";
import { workerPoolsOf } from "../maintenance/version-state.ts";
import { findLastWriterBesidesGardener, type LastWriter } from "../next/last-writer.ts";
import { rotationFamilies } from "../rotations/families.ts";
import { rotationProgress } from "../rotations/rotation-progress.ts";
import { errorCodesOf } from "../status/error-codes.ts";
import { type MaintenanceDescription, readMaintenanceDescription } from "./maintenance-description.ts";
import type {
  OperationSummary,
  SummaryCause,
  SummaryChange,
  SummaryOutcome,
  SummaryPoolImpact,
} from "./operation-summary.ts";
import { remainingTasks } from "./remaining-tasks.ts";
import { groupVersionChanges, observedVersionChanges, reportedVersionChanges } from "./version-changes.ts";

export interface SummaryContext {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly rules?: GardenerRules;
}

/** A Shoot before an operation and after it, or as it is while the operation is under way. */
export interface ObservedOperation {
  readonly before: Shoot;
  readonly after: Shoot;
  /** Who was seen to change the spec in the operation, in the order of time; Gardener is not among them. */
  readonly writers?: readonly LastWriter[];
  readonly hasFailedBefore?: boolean;
  /** Trigger time of a maintenance run that was refused meanwhile, and therefore is no part of the operation. */
  readonly refusedAt?: string | undefined;
}

/**
 * Summarises an operation whose begin was observed.
 *
 * @returns undefined for an operation that is no maintenance with a result and changed neither versions nor nodes nor a
 * rotation, such as a reconcile
 */
export function summariseOperation(
  { before, after, writers = [], hasFailedBefore = false, refusedAt }: ObservedOperation,
  { now, rules = newestRules }: SummaryContext,
): OperationSummary | undefined {
  const newest = maintenanceBetween(before, after);
  const maintenance = newest?.triggeredTime === refusedAt ? undefined : newest;
  const report = maintenance && readMaintenanceDescription(maintenance);
  const rotations = changedRotations(before, after, now);
  const versions = observedVersionChanges(before.spec, after.spec, reportedVersionChanges(report?.done ?? []));
  const pools = poolImpacts(before, after, rules);
  const texts = (report?.done ?? []).filter((entry) => entry.kind === "text");
  const changes: readonly SummaryChange[] = [
    ...groupVersionChanges(versions),
    ...changedFields(before, after, rules),
    ...rotations,
    ...texts.filter(({ said }) => said !== "" && !isAboutField(said)),
  ];
  if (maintenance === undefined && changes.length === 0 && pools.every(({ impact }) => impact === "scale")) {
    return undefined;
  }
  const written = writers.length > 0 ? writers : newWriterOf(before, after);
  const begunAt = begunAtOf({ after, maintenance, rotations, written });
  const outcome = outcomeOf(before, after, report);
  const last = after.status?.lastOperation?.lastUpdateTime;
  const endedAt = outcome.kind === "refused" ? maintenance?.triggeredTime : last;
  return {
    cause: causeOf(maintenance, rotations, written),
    changes: outcome.kind === "refused" ? [] : changes,
    pools: outcome.kind === "refused" ? [] : pools,
    outcome,
    failures: failuresOf(after, outcome, report),
    ...(begunAt && { begunAt }),
    ...(endedAt && outcome.kind !== "under-way" && { endedAt }),
    tasks: remainingTasks(after, now),
    ...(maintenance && outcome.kind !== "refused" && writers.length > 0 && { alsoBy: managersOf(writers) }),
    ...(hasFailedBefore && { hasFailedBefore }),
  };
}

export interface ReportedMaintenance {
  readonly shoot: Shoot;
  /** When the cluster was first observed, RFC 3339. */
  readonly firstSeenAt: string | undefined;
  /**
   * Whether the newest operation was observed to follow the maintenance without a break. Else its end is unknown, since
   * a Shoot reports only its newest operation.
   */
  readonly isOperationSeen: boolean;
}

/**
 * Summarises the last maintenance from what the Shoot reports about it, when the cluster before it was not observed.
 *
 * @returns undefined when no maintenance is reported
 */
export function summariseReportedMaintenance(
  { shoot, firstSeenAt, isOperationSeen }: ReportedMaintenance,
  { now }: SummaryContext,
): OperationSummary | undefined {
  const last = shoot.status?.lastMaintenance;
  const begunAt = last?.triggeredTime;
  if (!last || !begunAt || parseInstant(begunAt) === undefined) return undefined;
  const report = readMaintenanceDescription(last);
  const others = report.done.filter((entry) => entry.kind !== "update");
  const outcome = reportedOutcome(last, report, isOperationSeen ? shoot : undefined);
  const endedAt = shoot.status?.lastOperation?.lastUpdateTime;
  return {
    cause: { kind: "maintenance" },
    changes: [...groupVersionChanges(reportedVersionChanges(report.done)), ...others],
    pools: [],
    outcome,
    failures: failuresOf(shoot, outcome, report),
    begunAt,
    ...(endedAt && (outcome.kind === "done" || outcome.kind === "failed") && { endedAt }),
    tasks: remainingTasks(shoot, now),
    ...(firstSeenAt !== undefined && { firstSeenAt }),
  };
}

function reportedOutcome(
  last: LastMaintenance,
  report: MaintenanceDescription,
  shoot: Shoot | undefined,
): SummaryOutcome {
  if (report.refused) return { kind: "refused" };
  if (shoot !== undefined) return operationOutcome(shoot);
  return last.state === "Processing" ? { kind: "under-way" } : { kind: "unseen", failed: last.state === "Failed" };
}

/** The maintenance run that came between two states of a Shoot. */
function maintenanceBetween(before: Shoot, after: Shoot): LastMaintenance | undefined {
  const [was, is] = [before.status?.lastMaintenance, after.status?.lastMaintenance];
  return is?.triggeredTime && is.triggeredTime !== was?.triggeredTime ? is : undefined;
}

type RotationChange = Extract<SummaryChange, { readonly kind: "rotation" }>;

function changedRotations(before: Shoot, after: Shoot, now: number): readonly RotationChange[] {
  return rotationFamilies.flatMap((family) => {
    const [was, is] = [rotationProgress(before, family, now), rotationProgress(after, family, now)];
    const isSame = was.step === is.step && was.phase === is.phase && was.lastCompletedAt === is.lastCompletedAt;
    // A rotation that is not reported any more is none: access by SSH was switched off, for example.
    return isSame || is.step === "idle" ? [] : [{ kind: "rotation", family, step: is.step } as const];
  });
}

function changedFields(before: Shoot, after: Shoot, rules: GardenerRules): readonly SummaryChange[] {
  const step = { from: before.spec.kubernetes?.version ?? "", to: after.spec.kubernetes?.version ?? "" };
  const { cleared, refused } = crossedLimits(step, rules);
  return [...new Set([...cleared, ...refused])]
    .filter((limit) => hasLimitedField(before.spec, limit) && !hasLimitedField(after.spec, limit))
    .map(({ field, effect }) => ({ kind: "field", field, effect }));
}

/** Whether an entry of maintenance is about a field, which was compared itself. */
function isAboutField(said: string): boolean {
  return /^\.?spec\./.test(said);
}

const withoutEffect: ReadonlySet<string> = new Set(["none", "nodeMetadata"]);

function poolImpacts(before: Shoot, after: Shoot, rules: GardenerRules): readonly SummaryPoolImpact[] {
  const [old, next] = [toWellTypedSpec(before.spec), toWellTypedSpec(after.spec)];
  const change = {
    old: applySpecDefaults(old, rules),
    new: applySpecDefaults(next, rules),
    oldRotation: before.status?.credentials?.rotation,
    newRotation: after.status?.credentials?.rotation,
  };
  const found = [...computePoolImpacts(change, poolHashRules(rules))].filter(
    ([, { impact }]) => !withoutEffect.has(impact),
  );
  const groups = Map.groupBy(found, ([, { impact, triggers }]) => JSON.stringify([impact, triggers]));
  return [...groups.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const pools = same.map(([name]) => name);
    const nodes = nodesOf(before, after, pools);
    return [{ ...first[1], pools, ...(nodes !== undefined && { nodes }) }];
  });
}

/** The number of nodes of some pools, if their sizes cannot vary: minimum and maximum are equal before and after. */
function nodesOf(before: Shoot, after: Shoot, names: readonly string[]): number | undefined {
  // Waking up creates nodes and going to sleep deletes them: none is replaced.
  if (before.status?.hibernated === true || after.status?.hibernated === true) return 0;
  let sum = 0;
  for (const name of names) {
    const sizes = [before, after].map(({ spec }) => workerPoolsOf(spec).find((pool) => pool.name === name));
    const [old, next] = sizes;
    if (old === undefined || next?.minimum === undefined) return undefined;
    const same = [old.minimum, old.maximum, next.maximum].every((size) => size === next.minimum);
    if (!same || before.spec.hibernation?.enabled === true || after.spec.hibernation?.enabled === true)
      return undefined;
    sum += next.minimum;
  }
  return sum;
}

/** The last writer of a Shoot, unless that is the same write as before. */
function newWriterOf(before: Shoot, after: Shoot): readonly LastWriter[] {
  const [was, is] = [findLastWriterBesidesGardener(before), findLastWriterBesidesGardener(after)];
  return is === undefined || (is.manager === was?.manager && is.time === was.time) ? [] : [is];
}

const managersOf = (writers: readonly LastWriter[]): readonly string[] => [
  ...new Set(writers.map(({ manager }) => manager)),
];

function causeOf(
  maintenance: LastMaintenance | undefined,
  rotations: readonly RotationChange[],
  written: readonly LastWriter[],
): SummaryCause {
  if (maintenance !== undefined) return { kind: "maintenance" };
  if (rotations.length > 0) return { kind: "rotation" };
  return written.length === 0 ? { kind: "unknown" } : { kind: "change", by: managersOf(written).join(", ") };
}

/** Time at which maintenance was triggered or the change was written. */
function begunAtOf({
  after,
  maintenance,
  rotations,
  written,
}: {
  readonly after: Shoot;
  readonly maintenance: LastMaintenance | undefined;
  readonly rotations: readonly RotationChange[];
  readonly written: readonly LastWriter[];
}): string | undefined {
  if (maintenance?.triggeredTime) return maintenance.triggeredTime;
  const [first] = rotations;
  const family = rotationFamilies.find((each) => each === first?.family);
  if (family === undefined) return written[0]?.time;
  const rotation = after.status?.credentials?.rotation?.[family];
  const isCompletion = first?.step === "completing" || first?.step === "done";
  const completed = isCompletion ? stringAt(rotation, "lastCompletionTriggeredTime") : undefined;
  return completed ?? rotation?.lastInitiationTime ?? undefined;
}

/** Whether the newest operation of `after` is another one than that of `before`, or one that went on. */
export function hasOperationMoved(before: Shoot, after: Shoot): boolean {
  const [was, is] = [before.status?.lastOperation, after.status?.lastOperation];
  return is !== null && is !== undefined && (is.lastUpdateTime !== was?.lastUpdateTime || is.state !== was?.state);
}

function outcomeOf(before: Shoot, after: Shoot, report: MaintenanceDescription | undefined): SummaryOutcome {
  if (report?.refused === true) return { kind: "refused" };
  return hasOperationMoved(before, after) ? operationOutcome(after) : { kind: "under-way" };
}

function operationOutcome({ metadata, status }: Shoot): SummaryOutcome {
  const { lastOperation, lastErrors, observedGeneration } = status ?? {};
  if (observedGeneration !== metadata.generation) return { kind: "under-way" };
  if (lastOperation?.state === "Succeeded") return { kind: "done" };
  if (lastOperation?.state === "Failed") return { kind: "failed", codes: errorCodesOf(lastErrors ?? []) };
  return { kind: "under-way" };
}

function failuresOf(
  { status }: Shoot,
  outcome: SummaryOutcome,
  report: MaintenanceDescription | undefined,
): readonly string[] {
  const hasErrors = outcome.kind === "failed" || outcome.kind === "under-way";
  const errors = !hasErrors ? [] : (status?.lastErrors ?? []).flatMap((error) => error?.description ?? []);
  return [...(report?.failures ?? []), ...errors];
}
