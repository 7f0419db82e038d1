import type { Condition } from "#lib/garden/condition.ts";
import type { Shoot, ShootStatus } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { manualInPlaceConstraint } from "#lib/policy/changes/in-place-updates.ts";
import { conditionTimestampsAt } from "../../kinds/condition-timestamps-at.ts";
import { conditionOverridesAnnotation, parseConditionOverrides } from "../client/injected-failures.ts";
import { nodesRollingOutReason } from "../gardenlet/status-writes.ts";
import {
  healthyConditions,
  healthyConditionsFor,
  healthyConstraints,
  type PassedCheckFinding,
} from "./fine-findings.ts";

const fine: Readonly<Record<string, PassedCheckFinding>> = { ...healthyConditions, ...healthyConstraints };
const constraintTypes = Object.keys(healthyConstraints);
const initialized: PassedCheckFinding = {
  reason: "ConditionInitialized",
  message: "The condition has been initialized but its semantic check has not been performed yet.",
};

/** The Shoot's status after the care controller has checked the cluster; undefined if the check changes nothing. */
export function statusAfterHealthCheck(shoot: Shoot, nowMs: number): ShootStatus | undefined {
  const { status, metadata, spec } = shoot;
  const { type, state } = status?.lastOperation ?? {};
  if (!status || type === undefined || metadata.deletionTimestamp || status.uid === undefined) return undefined;
  const firstFlow = type === "Create" && state !== "Succeeded";
  if (firstFlow && status.conditions) return undefined;
  const asleep = spec.hibernation?.enabled === true || status.hibernated === true;
  const holds = parseConditionOverrides(metadata.annotations?.[conditionOverridesAnnotation]);
  const workerless = (spec.provider.workers?.length ?? 0) === 0;
  const expected = healthyConditionsFor(workerless).map(([name]) => name);
  const sight = { holds, asleep, firstFlow, rolling: state === "Processing", at: formatInstant(nowMs) };
  const conditions = looked(status.conditions, expected, { ...sight, list: "conditions" });
  const checked = looked(status.constraints, constraintTypes, { ...sight, list: "constraints" });
  const constraints = withManualUpdates(checked, shoot, sight);
  if (conditions === status.conditions && constraints === status.constraints) return undefined;
  return { ...status, conditions, constraints };
}

interface Sight {
  readonly holds: ReadonlyMap<string, string>;
  readonly asleep: boolean;
  readonly firstFlow: boolean;
  /** Whether a flow is running, which could be replacing nodes. */
  readonly rolling: boolean;
  readonly at: string;
}

function initial(types: readonly string[], { at }: Sight): readonly Condition[] {
  return types.map((type) => ({ type, status: "Unknown", ...initialized, ...conditionTimestampsAt(at) }));
}

type List = ShootStatus["conditions"];

/** Updates the conditions or constraints. Returns the same list if nothing changed; null entries stay. */
function looked(
  list: List,
  expected: readonly string[],
  sight: Sight & { readonly list: "conditions" | "constraints" },
): NonNullable<List> | null {
  if (list === null) return null;
  const entries = list ?? initial(expected, sight);
  const next = entries.map((entry) => (entry ? lookedAt(entry, sight) : entry));
  return next.every((entry, index) => entry === entries[index]) ? entries : next;
}

const manualUpdates = "ManualInPlaceWorkersUpdated";

/** Adds or removes the constraint about worker pools that wait for a manual in-place update. */
function withManualUpdates<Entries extends NonNullable<List> | null>(
  entries: Entries,
  { status }: Shoot,
  { asleep, at, holds }: Sight,
): Entries | readonly (Condition | null)[] {
  if (entries === null || holds.has(manualUpdates)) return entries;
  const shown = manualInPlaceConstraint(status?.inPlaceUpdates?.pendingWorkerUpdates, asleep);
  const isThere = entries.some((entry) => entry?.type === manualUpdates);
  if (shown.shown === isThere) return entries;
  if (!shown.shown) return entries.filter((entry) => entry?.type !== manualUpdates);
  const message = "Worker pools with the strategy ManualInPlaceUpdate are waiting for their nodes to be updated.";
  return [
    ...entries,
    { type: manualUpdates, status: shown.status, reason: shown.reason, message, ...conditionTimestampsAt(at) },
  ];
}

function lookedAt(
  entry: Condition,
  { holds, asleep, firstFlow, rolling, at, list }: Sight & { readonly list: "conditions" | "constraints" },
): Condition {
  const held = holds.get(entry.type);
  if (rolling && entry.reason === nodesRollingOutReason) return entry;
  if (held !== undefined)
    return held === entry.status ? entry : { ...entry, status: held, ...conditionTimestampsAt(at) };
  const known = fine[entry.type];
  if (firstFlow) return entry;
  if (asleep) return known ? notChecked(entry, list, at) : entry;
  const open = entry.status === "Progressing" || entry.status === "Unknown" || entry.reason?.endsWith("NotChecked");
  if (!known)
    return entry.status === "Progressing" ? { ...entry, status: "True", ...conditionTimestampsAt(at) } : entry;
  if (!open && entry.status === "True") return entry;
  const { codes: _over, ...rest } = entry;
  return { ...rest, status: "True", ...known, ...conditionTimestampsAt(at) };
}

function notChecked(entry: Condition, list: "conditions" | "constraints", at: string): Condition {
  const reason = list === "conditions" ? "ConditionNotChecked" : "ConstraintNotChecked";
  if (entry.reason === reason && entry.status === "True") return entry;
  const { codes: _over, ...rest } = entry;
  return {
    ...rest,
    status: "True",
    reason,
    message: "Shoot cluster has been hibernated.",
    ...conditionTimestampsAt(at),
  };
}
