import type { ForeseenStep, HopName } from "#lib/contract/forecast.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import type { Hop, Lane } from "#lib/policy/forecast/lane.ts";
import { updateStepOf } from "#lib/policy/forecast/update-step.ts";
import { laneText } from "./lane-key.ts";

/** The classification of a version today, and when it ends (epoch milliseconds) if the profile has a date. */
export type StageOf = (
  version: string,
  image?: string,
) => { readonly classification: string; readonly endsAt?: number };

export interface ForecastContext {
  /** Epoch milliseconds: the instant at which the forecast was made. */
  readonly now: number;
  /** What the profile says today of a version; of an image where its name is given. */
  readonly stageOf: StageOf;
  /** The CloudProfile in which what is missing would have to be added. */
  readonly profile?: string;
}

/** What is told of a step and of its lane. */
type DescribedHop = Omit<Hop, "cleanUps" | "path">;
export type DescribedLane = Pick<Lane, "id" | "version" | "image">;

/** Whether a version has to be left today. */
export function isOver(classification: string): boolean {
  return classification === "expired" || classification === "not-in-profile";
}

export function hopNameOf(lane: DescribedLane, { from, to }: Pick<Hop, "from" | "to">): HopName {
  if (lane.id.kind === "pool-image") return "image";
  return updateStepOf(from, to) === "patch" ? "patch" : "minor";
}

/** A step as lists and files tell it. */
export function toForeseenStep(
  hop: DescribedHop,
  lane: DescribedLane,
  context: ForecastContext,
  name: HopName = hopNameOf(lane, hop),
): ForeseenStep {
  const { from, to, kind, earliestAt, latestAt, cause, confidence } = hop;
  const leave = "leave" in cause ? cause.leave : undefined;
  const endsAt = leave?.code === "expired" ? leave.expiredAt : undefined;
  const nodes = nodesOf(hop);
  // Assigned one by one: made for every step of ten thousand Shoots, spreads were a good part of the cost.
  const step: ForeseenStep = {
    lane: laneText(lane.id),
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

/** Whether the lane stands already on the version that has to be left, and has to leave it already. */
function isOverdue(hop: DescribedHop, lane: DescribedLane, { now, stageOf }: ForecastContext): boolean {
  const { from, cause, earliestAt } = hop;
  if (from !== lane.version) return false;
  if (isOver(stageOf(from, lane.image).classification)) return true;
  // Listed and valid, but not for this pool: then the very next run would leave it.
  return "leave" in cause && cause.leave?.code === "does-not-fit" && earliestAt <= now + dayMs;
}

/** At most so many nodes are replaced or updated in place; undefined when a pool names no maximum. */
function nodesOf({ effects }: DescribedHop): number | undefined {
  let nodes = 0;
  for (const { kind, maximumNodes } of effects) {
    if (kind !== "node-roll" && kind !== "in-place-update") continue;
    if (maximumNodes === undefined) return undefined;
    nodes += maximumNodes;
  }
  return nodes;
}
