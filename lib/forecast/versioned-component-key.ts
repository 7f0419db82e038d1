import type { VersionedComponent } from "#lib/policy/forecast/versioned-component.ts";

/** Formats a component for addresses: `control-plane`, `pool/data/kubernetes`, `pool/data/image`. */
export function formatVersionedComponent(lane: VersionedComponent): string {
  switch (lane.kind) {
    case "control-plane":
      return lane.kind;
    case "pool-kubernetes":
      return `pool/${lane.pool}/kubernetes`;
    case "pool-image":
      return `pool/${lane.pool}/image`;
  }
}

/** Parses the format of {@link formatVersionedComponent}; undefined if invalid. The pool need not exist. */
export function parseVersionedComponent(text: string): VersionedComponent | undefined {
  if (text === "control-plane") return { kind: "control-plane" };
  const [, pool, what] = /^pool\/([^/]+)\/(kubernetes|image)$/.exec(text) ?? [];
  if (pool === undefined) return undefined;
  return { kind: what === "image" ? "pool-image" : "pool-kubernetes", pool };
}

/** Formats a component as maintenance reports do: `controlPlaneUpdates`, `pool/data/kubernetes`. */
export function formatReportedComponent(lane: VersionedComponent): string {
  return lane.kind === "control-plane" ? "controlPlane" : formatVersionedComponent(lane);
}
