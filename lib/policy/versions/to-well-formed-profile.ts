import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import { objectListShape, objectShape, valueWithValidTypes } from "#lib/kube/valid-shape.ts";
import { isRecord } from "#lib/kube/wire.ts";

const version = {
  version: "text",
  classification: "text",
  expirationDate: "text",
  lifecycle: objectListShape({ classification: "text", startTime: "text" }, "classification"),
  cri: objectListShape({ name: "text", containerRuntimes: objectListShape({ type: "text" }) }),
  architectures: "texts",
  capabilityFlavors: { items: "texts-map" },
  kubeletVersionConstraint: "text",
  inPlaceUpdates: objectShape({ supported: "flag", minVersionForUpdate: "text" }),
} as const;

const profile = objectShape({
  kubernetes: objectShape({ versions: objectListShape(version, "version") }),
  machineImages: objectListShape(
    { name: "text", updateStrategy: "text", versions: objectListShape(version, "version") },
    "name",
  ),
  machineTypes: objectListShape({ name: "text", architecture: "text", capabilities: "texts-map" }, "name"),
  machineCapabilities: objectListShape({ name: "text", values: "texts" }, "values"),
});

function isProfile(value: unknown): value is CloudProfileSpec {
  return isRecord(value);
}

/**
 * A profile's spec with well-formed lists of versions and machines: malformed parts count as missing, without affecting
 * others. A spec as stored by an API server is returned as is.
 */
export function toWellFormedProfile(spec: CloudProfileSpec): CloudProfileSpec {
  const read = valueWithValidTypes(spec, profile);
  return isProfile(read) ? read : {};
}
