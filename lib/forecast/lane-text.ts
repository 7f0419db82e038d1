import type { LaneId } from "#lib/policy/forecast/lane-id.ts";

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
