import type { ForecastStepSummary, StepKind } from "#lib/contract/forecast.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import type { ComponentForecast, ForecastStep } from "#lib/policy/forecast/component-forecast.ts";
import { versionStepSizeOf } from "#lib/policy/forecast/version-step-size.ts";
import { formatReportedComponent } from "./versioned-component-key.ts";

/** Function for a version's current classification and, if its profile has a date, its end (epoch milliseconds). */
export type VersionStageLookup = (
  version: string,
  image?: string,
) => { readonly classification: string; readonly endsAt?: number };

export interface ForecastContext {
  /** Time at which the forecast was made, in epoch milliseconds. */
  readonly now: number;
  /** Looks up a version in the profile: a machine image's if `image` is given, otherwise a Kubernetes version. */
  readonly stageOf: VersionStageLookup;
  /** CloudProfile to which missing versions would have to be added. */
  readonly profile?: string;
}

/** Fields of a forecast step that its summary uses. */
type DescribedStep = Omit<ForecastStep, "cleanups" | "path">;
export type DescribedComponent = Pick<ComponentForecast, "id" | "version" | "image">;

/** Returns whether a version has to be left now, because it has expired or is not in the profile. */
export function isExpiredOrUnlisted(classification: string): boolean {
  return classification === "expired" || classification === "not-in-profile";
}

export function stepKindOf(lane: DescribedComponent, { from, to }: Pick<ForecastStep, "from" | "to">): StepKind {
  if (lane.id.kind === "pool-image") return "image";
  return versionStepSizeOf(from, to) === "patch" ? "patch" : "minor";
}

/** Converts a step to the form of lists and reports. */
export function summariseForecastStep(
  hop: DescribedStep,
  lane: DescribedComponent,
  context: ForecastContext,
  name: StepKind = stepKindOf(lane, hop),
): ForecastStepSummary {
  const { from, to, kind, earliestAt, latestAt, cause, confidence } = hop;
  const leave = "leave" in cause ? cause.leave : undefined;
  const endsAt = leave?.code === "expired" ? leave.expiredAt : undefined;
  const nodes = nodesOf(hop);
  // Fields are assigned one by one: object spreads would be noticeably slow for every step of ten thousand Shoots.
  const step: ForecastStepSummary = {
    lane: formatReportedComponent(lane.id),
    hop: name,
    kind,
    from,
    to,
    earliestAt,
    cause: cause.code,
    confidence,
  };
  if (lane.image !== undefined) step.image = lane.image;
  if (latestAt !== undefined) step.latestAt = latestAt;
  if (endsAt !== undefined) step.endsAt = endsAt;
  if (kind === "forced" && isOverdue(hop, lane, context)) step.overdue = true;
  if (nodes !== undefined) step.nodes = nodes;
  return step;
}

/** Returns whether a component runs the version that has to be left, and has to leave it now. */
function isOverdue(hop: DescribedStep, lane: DescribedComponent, { now, stageOf }: ForecastContext): boolean {
  const { from, cause, earliestAt } = hop;
  if (from !== lane.version) return false;
  if (isExpiredOrUnlisted(stageOf(from, lane.image).classification)) return true;
  // The version is listed and valid, but does not fit this pool, so the next maintenance run would leave it.
  return "leave" in cause && cause.leave?.code === "does-not-fit" && earliestAt <= now + dayMs;
}

/** The maximum number of nodes that a step replaces or updates in place; undefined if a pool has no maximum size. */
function nodesOf({ effects }: DescribedStep): number | undefined {
  let nodes = 0;
  for (const { kind, maximumNodes } of effects) {
    if (kind !== "node-roll" && kind !== "in-place-update") continue;
    if (maximumNodes === undefined) return undefined;
    nodes += maximumNodes;
  }
  return nodes;
}
