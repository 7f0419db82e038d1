import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import { block, list, validValue } from "#lib/kube/valid-shape.ts";
import { isRecord } from "#lib/kube/wire.ts";

const version = {
  version: "text",
  classification: "text",
  expirationDate: "text",
  lifecycle: list({ classification: "text", startTime: "text" }, "classification"),
  cri: list({ name: "text", containerRuntimes: list({ type: "text" }) }),
  architectures: "texts",
  capabilityFlavors: { items: "texts-map" },
  kubeletVersionConstraint: "text",
  inPlaceUpdates: block({ supported: "flag", minVersionForUpdate: "text" }),
} as const;

const profile = block({
  kubernetes: block({ versions: list(version, "version") }),
  machineImages: list({ name: "text", updateStrategy: "text", versions: list(version, "version") }, "name"),
  machineTypes: list({ name: "text", architecture: "text", capabilities: "texts-map" }, "name"),
  machineCapabilities: list({ name: "text", values: "texts" }, "values"),
});

function isProfile(value: unknown): value is CloudProfileSpec {
  return isRecord(value);
}

/**
 * A profile's spec with well-formed lists of versions and machines: malformed parts count as missing, without affecting
 * others. A spec as stored by an API server is returned as is.
 */
export function validProfile(spec: CloudProfileSpec): CloudProfileSpec {
  const read = validValue(spec, profile);
  return isProfile(read) ? read : {};
}
