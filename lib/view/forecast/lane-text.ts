import type { LaneId } from "../../policy/forecast/lane-id.ts";

/** A lane as one text, spelled as maintenance reports its results: `controlPlane`, `pool/data/kubernetes`. */
export function laneText(lane: LaneId): string {
  switch (lane.kind) {
    case "control-plane":
      return "controlPlane";
    case "pool-kubernetes":
      return `pool/${lane.pool}/kubernetes`;
    case "pool-image":
      return `pool/${lane.pool}/image`;
  }
}

/** The other direction; undefined for what is no lane. */
export function parseLane(text: string): LaneId | undefined {
  if (text === "controlPlane") return { kind: "control-plane" };
  const match = /^pool\/(.*)\/(kubernetes|image)$/.exec(text);
  const pool = match?.[1];
  if (pool === undefined) return undefined;
  return match?.[2] === "image" ? { kind: "pool-image", pool } : { kind: "pool-kubernetes", pool };
}
