import type { LaneId } from "#lib/policy/forecast/lane-id.ts";

/** Formats a component for addresses: `control-plane`, `pool/data/kubernetes`, `pool/data/image`. */
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

/** Parses the format of {@link laneKey}; undefined if invalid. The pool need not exist. */
export function parseLane(text: string): LaneId | undefined {
  if (text === "control-plane") return { kind: "control-plane" };
  const [, pool, what] = /^pool\/([^/]+)\/(kubernetes|image)$/.exec(text) ?? [];
  if (pool === undefined) return undefined;
  return { kind: what === "image" ? "pool-image" : "pool-kubernetes", pool };
}

/** Formats a component as maintenance reports do: `controlPlane`, `pool/data/kubernetes`. */
export function laneText(lane: LaneId): string {
  return lane.kind === "control-plane" ? "controlPlane" : laneKey(lane);
}
