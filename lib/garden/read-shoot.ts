import { block, list, sound } from "#lib/kube/sound-shape.ts";
import { isRecord, isWireObject } from "#lib/kube/wire.ts";
import type { Shoot } from "./shoot.ts";

/**
 * The Shoot inside a cluster's detail. What the types promise and the wire left out is filled with nothing ("" and
 * empty), so that a screen can say what is missing instead of failing on it.
 */
export function readShoot(wire: Readonly<Record<string, unknown>>): Shoot | undefined {
  const shaped = sound(wire, shapes);
  const value = isRecord(shaped) ? shaped : {};
  const spec = isRecord(value.spec) ? value.spec : {};
  const kubernetes = isRecord(spec.kubernetes) ? spec.kubernetes : {};
  const provider = isRecord(spec.provider) ? spec.provider : {};
  const completed = {
    ...value,
    ...(isRecord(value.status) && { status: readStatus(value.status) }),
    spec: {
      ...spec,
      ...(isRecord(spec.maintenance) && { maintenance: readMaintenance(spec.maintenance) }),
      kubernetes: { ...kubernetes, version: textOf(kubernetes.version) },
      provider: {
        ...provider,
        type: textOf(provider.type),
        ...(Array.isArray(provider.workers) && { workers: provider.workers.map(readPool) }),
      },
    },
  };
  return isWireObject<Shoot>(completed) ? completed : undefined;
}

type Wire = Readonly<Record<string, unknown>>;

const condition = { type: "text", status: "text", codes: "texts" } as const;
const shapes = block({
  spec: block({
    hibernation: block({ enabled: "flag", schedules: list({ start: "text", end: "text", location: "text" }) }),
    maintenance: block({ timeWindow: block({ begin: "text", end: "text" }) }),
    provider: block({
      workers: list({ name: "text", minimum: "number", maximum: "number", machine: block({ type: "text" }) }),
    }),
  }),
  // Nobody could tell what a condition without a type is about.
  status: block({ conditions: list(condition, "type"), constraints: list(condition, "type") }),
});

function readMaintenance(maintenance: Wire): Wire {
  const { timeWindow } = maintenance;
  if (!isRecord(timeWindow)) return maintenance;
  return {
    ...maintenance,
    timeWindow: { ...timeWindow, begin: textOf(timeWindow.begin), end: textOf(timeWindow.end) },
  };
}

function readStatus(status: Wire): Wire {
  const read: Record<string, unknown> = { ...status };
  for (const key of ["conditions", "constraints"]) {
    const told = status[key];
    if (Array.isArray(told)) read[key] = told.map((one) => (one.status ? one : { ...one, status: "Unknown" }));
  }
  return read;
}

function readPool(pool: unknown): unknown {
  return isRecord(pool) && !isRecord(pool.machine) ? { ...pool, machine: {} } : pool;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
