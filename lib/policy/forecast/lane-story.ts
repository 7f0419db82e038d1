import type { DeadEnd } from "./dead-end.ts";
import type { Hop } from "./lane.ts";
import type { UpdateStep } from "./update-step.ts";

/** A step of all lanes that go the same way, by the number of the run that takes it. */
export interface StoryHop extends Pick<Hop, "from" | "to" | "kind" | "cause"> {
  readonly day: number;
  readonly step: UpdateStep;
  /** When the version that is left ends, where that is the reason: epoch milliseconds. */
  readonly expiredAt: number | undefined;
}

/** A dead end of all lanes that go the same way, from one run on and until another. */
export interface StoryDeadEnd extends Pick<DeadEnd, "code" | "version" | "sign" | "remedies" | "confidence"> {
  readonly day: number;
  readonly untilDay: number | undefined;
}

/**
 * What becomes of a lane, told once for all Shoots whose lanes go the same way: in days instead of instants, without the
 * names of pools. What a Shoot adds is when its runs are, and which nodes they reach.
 */
export interface LaneStory {
  /** In time order. */
  readonly hops: readonly StoryHop[];
  /** Of these the first of all and the first forced one of each size, in time order. */
  readonly firstHops: readonly StoryHop[];
  readonly deadEnds: readonly StoryDeadEnd[];
  /** The versions that the lane stands on, each once. */
  readonly standsOn: readonly string[];
  readonly final: string;
}
