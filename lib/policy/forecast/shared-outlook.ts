import { dayMs } from "#lib/kube/time-units.ts";
import type { Worker } from "../../garden/shoot.ts";
import { autoUpdateOf } from "../versions/auto-update.ts";
import type { DeadEnd } from "./dead-end.ts";
import type { ForecastOptions } from "./forecast-result.ts";
import type { ForeseenShoot } from "./foreseen-shoot.ts";
import { imageEffects, kubernetesEffects } from "./hop-effect.ts";
import type { Hop } from "./lane.ts";
import type { LaneId } from "./lane-id.ts";
import type { RunWindow } from "./lane-moves.ts";
import type { LaneStory, StoryDeadEnd, StoryHop } from "./lane-story.ts";
import type { ProfileLanes } from "./profile-lanes.ts";
import { placeMatters } from "./schedules/brackets.ts";
import { pathsOf } from "./shoot-paths.ts";
import { imageStory, kubernetesStory } from "./tell-lane.ts";

/** A lane that moves by itself, with the story that it shares. */
export interface SharedLane {
  readonly id: LaneId;
  /** The version today; empty when the spec names none. */
  readonly version: string;
  /** For an image, its name. */
  readonly image?: string;
  readonly story: LaneStory;
  /** The pools whose nodes the lane's steps reach. */
  readonly pools: readonly Worker[];
}

/** The outlook of a Shoot as far as others share it: dates and effects of a step are worked out for whoever asks. */
export interface SharedOutlook {
  /** The control plane, then for each pool its own Kubernetes version, if it has one, and its image. */
  readonly lanes: readonly SharedLane[];
  /** The window of the run of number 0; the others follow day by day. */
  readonly window: RunWindow;
  /** The number of the first run. */
  readonly firstDay: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * What is foreseen for a Shoot under one set of rules, where it shares all of it with others. Undefined where only its
 * own simulation tells: a run may be refused, or it matters where in its window a run stands.
 */
export function sharedOutlookOf(
  shoot: ForeseenShoot,
  lanes: ProfileLanes,
  { now, horizon }: ForecastOptions,
): SharedOutlook | undefined {
  const { spec } = shoot;
  if (lanes.admission.nodeLimit(spec) !== undefined) return undefined;
  const { effective, late, early } = lanes.scheduleOf(shoot);
  const firstAt = late.from(now);
  if (firstAt === undefined || placeMatters(effective, lanes.timesOfChange, { late, early, now })) return undefined;
  const paths = pathsOf(spec, lanes, { firstAt, until: horizon });
  if (paths === undefined) return undefined;
  const { controlPlane, pools, zeroAt, firstDay } = paths;
  const context = { lanes, autoUpdate: autoUpdateOf(spec.maintenance) };
  const ofKubernetes = (path: typeof controlPlane) =>
    kubernetesStory({ path, kubelets: path, controlPlane, zeroAt }, context);
  const shared: SharedLane[] = [
    {
      id: { kind: "control-plane" },
      version: spec.kubernetes.version ?? "",
      story: ofKubernetes(controlPlane),
      pools: pools.filter(({ own }) => own === undefined).map(({ pool }) => pool),
    },
  ];
  for (const { pool, own, kubelets, image } of pools) {
    const ofPool = [pool];
    if (own !== undefined) {
      const id: LaneId = { kind: "pool-kubernetes", pool: pool.name };
      shared.push({ id, version: own, story: ofKubernetes(kubelets), pools: ofPool });
    }
    const used = pool.machine?.image;
    shared.push({
      id: { kind: "pool-image", pool: pool.name },
      version: used?.version ?? "",
      ...(used && { image: used.name }),
      story: imageStory({ path: image, kubelets, controlPlane, zeroAt }, pool, context),
      pools: ofPool,
    });
  }
  return { lanes: shared, window: late.windowOf(zeroAt), firstDay, now };
}

/** The earliest instant of a step: the begin of its window, but not before the expiry that it waits for. */
export function earliestOf({ day, expiredAt }: StoryHop, { window, now }: SharedOutlook): number {
  const begins = Math.max(now, window.beginAt + day * dayMs);
  return expiredAt !== undefined && expiredAt > begins && expiredAt < latestOn(day, window) ? expiredAt : begins;
}

/** The end of the window of a run. */
export function latestOn(day: number, { usableEndAt }: RunWindow): number {
  return usableEndAt + day * dayMs;
}

/** A step as the whole forecast has it, but for what the run clears. */
export type DatedHop = Pick<
  Hop,
  "from" | "to" | "kind" | "cause" | "earliestAt" | "latestAt" | "effects" | "path" | "confidence"
>;

/** A step of a lane, with its dates and what it does to nodes. */
export function datedHop(hop: StoryHop, { id, pools }: SharedLane, outlook: SharedOutlook): DatedHop {
  const { from, to, kind, cause, day, step } = hop;
  const [pool] = pools;
  const isImage = id.kind === "pool-image" && pool !== undefined;
  return {
    from,
    to,
    kind,
    cause,
    earliestAt: earliestOf(hop, outlook),
    latestAt: latestOn(day, outlook.window),
    effects: isImage ? imageEffects(pool) : kubernetesEffects(step, pools),
    path: "both",
    confidence: "dated",
  };
}

/** A dead end of a lane, with its dates. */
export function datedDeadEnd(deadEnd: StoryDeadEnd, { window, now }: SharedOutlook): DeadEnd {
  const { day, untilDay, ...told } = deadEnd;
  return {
    ...told,
    fromAt: Math.max(now, window.beginAt + day * dayMs),
    byAt: latestOn(day, window),
    ...(untilDay !== undefined && { untilAt: latestOn(untilDay, window) }),
  };
}
