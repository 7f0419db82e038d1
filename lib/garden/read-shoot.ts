import { isRecord, isWireObject } from "#lib/kube/wire.ts";
import type { Shoot } from "./shoot.ts";

/**
 * The Shoot inside a cluster's detail. What the types promise and the wire left out is filled with nothing ("" and
 * empty), so that a screen can say what is missing instead of failing on it.
 */
export function readShoot(value: Readonly<Record<string, unknown>>): Shoot | undefined {
  const spec = isRecord(value.spec) ? value.spec : {};
  const kubernetes = isRecord(spec.kubernetes) ? spec.kubernetes : {};
  const provider = isRecord(spec.provider) ? spec.provider : {};
  const completed = {
    ...value,
    spec: {
      ...spec,
      kubernetes: { ...kubernetes, version: textOf(kubernetes.version) },
      provider: { ...provider, type: textOf(provider.type) },
    },
  };
  return isWireObject<Shoot>(completed) ? completed : undefined;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
