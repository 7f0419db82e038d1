import type { LaneId } from "#lib/policy/forecast/lane-id.ts";

/** A lane as the address writes it: `control-plane`, `pool/data/kubernetes`, `pool/data/image`. */
export function laneKey(lane: LaneId): string {
  switch (lane.kind) {
    case "control-plane":
      return lane.kind;
    case "pool-kubernetes":
      return `pool/${lane.pool}/kubernetes`;
    case "pool-image":
      return `pool/${lane.pool}/image`;
  }
}

/** The other direction; undefined for what is no lane. A pool of the name need not exist. */
export function parseLane(text: string): LaneId | undefined {
  if (text === "control-plane") return { kind: "control-plane" };
  const [, pool, what] = /^pool\/([^/]+)\/(kubernetes|image)$/.exec(text) ?? [];
  if (pool === undefined) return undefined;
  return { kind: what === "image" ? "pool-image" : "pool-kubernetes", pool };
}

/** A lane as one text, spelled as maintenance reports its results: `controlPlane`, `pool/data/kubernetes`. */
export function laneText(lane: LaneId): string {
  return lane.kind === "control-plane" ? "controlPlane" : laneKey(lane);
}
