import type { Worker } from "../../garden/shoot.ts";
import type { HopCause } from "./cause.ts";
import { type DeadEndStory, imageDeadEnd, kubernetesDeadEnd } from "./explain-dead-end.ts";
import { dependsOnPool, type ExplainContext, hopKind, kubernetesCause, ownImageCause } from "./explain-hop.ts";
import type { LaneStory, StoryDeadEnd, StoryHop } from "./lane-story.ts";
import { type LanePath, type PathBlock, type PathMove, versionAfter } from "./paths/lane-path.ts";
import { runAt } from "./paths/run-days.ts";
import type { UpdateStep } from "./update-step.ts";

/** A lane's path, and what stands beside it. */
export interface StoryGround {
  readonly path: LanePath;
  /** Whose versions the pool's kubelets have; of a control plane or a pool's own version the path itself. */
  readonly kubelets: LanePath;
  readonly controlPlane: LanePath;
  /** When the run of number 0 is for any Shoot of the class that the paths belong to: epoch milliseconds. */
  readonly zeroAt: number;
}

/** The story of a control plane, or of a pool's own Kubernetes version. */
export function kubernetesStory(ground: StoryGround, context: ExplainContext): LaneStory {
  return remembered(ground.path, () =>
    tell(ground, context, {
      cause: (move) => kubernetesCause(move, context),
      deadEnd: (block) => kubernetesDeadEnd(block, context),
    }),
  );
}

/** The story of a pool's image. Where its reasons lie in the pool it is told for that pool alone. */
export function imageStory(ground: StoryGround, pool: Worker, context: ExplainContext): LaneStory {
  const { moves, blocks } = ground.path;
  const telling = () =>
    tell(ground, context, {
      cause: (move) => ownImageCause(move, pool, context),
      deadEnd: (block) => imageDeadEnd(block, { place: 0, pools: [pool] }, context),
    });
  if (moves.some(dependsOnPool) || blocks.some(dependsOnPool)) return telling();
  return remembered(ground.path, telling);
}

/** By path: each belongs to one profile under one set of rules. */
const stories = new WeakMap<LanePath, LaneStory>();

function remembered(path: LanePath, telling: () => LaneStory): LaneStory {
  const known = stories.get(path);
  if (known !== undefined) return known;
  const story = telling();
  stories.set(path, story);
  return story;
}

/** By move: paths that meet go on with the same moves. */
const hops = new WeakMap<PathMove, StoryHop>();

function rememberedHop(move: PathMove, telling: (move: PathMove) => StoryHop): StoryHop {
  const known = hops.get(move);
  if (known !== undefined) return known;
  const hop = telling(move);
  hops.set(move, hop);
  return hop;
}

/** A step or a failure at the instant of its run. */
type Dated<Item> = Omit<Item, "day" | "untilDay"> & {
  readonly at: number;
  readonly kubelet: string;
  readonly controlPlane: string;
};

interface Reasons {
  readonly cause: (move: Dated<PathMove>) => HopCause;
  readonly deadEnd: (block: Dated<PathBlock>) => DeadEndStory;
}

function tell({ path, kubelets, controlPlane, zeroAt }: StoryGround, { lanes }: ExplainContext, why: Reasons) {
  const dated = <Item extends { readonly day: number }>({ day, ...item }: Item) => ({
    ...item,
    at: runAt({ zeroAt }, day),
    kubelet: versionAfter(kubelets, day - 1),
    controlPlane: versionAfter(controlPlane, day),
  });
  const hopOf = (move: PathMove): StoryHop => {
    const { from, to, day } = move;
    const cause = why.cause(dated(move));
    const leave = "leave" in cause ? cause.leave : undefined;
    const expiredAt = leave?.code === "expired" ? leave.expiredAt : undefined;
    return { from, to, kind: hopKind(move), cause, day, step: lanes.stepOf(from, to), expiredAt };
  };
  const hops = path.moves.map((move) => (dependsOnPool(move) ? hopOf(move) : rememberedHop(move, hopOf)));
  const deadEnds = path.blocks.map((block): StoryDeadEnd => {
    const { day, untilDay, version } = block;
    const { code, sign, remedies, undated } = why.deadEnd(dated(block));
    const confidence = untilDay !== undefined ? "dated" : undated ? "unknown" : "conditional";
    return { code, sign, remedies, version, confidence, day, untilDay };
  });
  const start = path.moves[0]?.from ?? path.final;
  const standsOn = [...new Set([start, ...hops.flatMap(({ from, to }) => [from, to])])];
  return { hops, firstHops: firstHopsOf(hops), deadEnds, standsOn, final: path.final };
}

function firstHopsOf(hops: readonly StoryHop[]): readonly StoryHop[] {
  const seen = new Set<UpdateStep>();
  return hops.filter(({ kind, step }, index) => {
    const isFirst = kind === "forced" && !seen.has(step) && seen.add(step);
    return index === 0 || isFirst;
  });
}
