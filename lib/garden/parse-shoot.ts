import {
  type FieldShape,
  type FieldShapes,
  objectListShape,
  objectShape,
  valueWithValidTypes,
} from "#lib/kube/valid-shape.ts";
import { isKubeObject, isRecord } from "#lib/kube/wire.ts";
import type { Shoot } from "./shoot.ts";

type Wire = Readonly<Record<string, unknown>>;

/** Shapes of the fields in a Shoot's spec whose types are guaranteed after parsing. */
export const specFieldShapes: FieldShapes = {
  hibernation: objectShape({
    enabled: "flag",
    schedules: objectListShape({ start: "text", end: "text", location: "text" }),
  }),
  maintenance: objectShape({ timeWindow: objectShape({ begin: "text", end: "text" }) }),
  provider: objectShape({
    workers: objectListShape({
      name: "text",
      minimum: "number",
      maximum: "number",
      machine: objectShape({ type: "text" }),
    }),
  }),
};

const condition = { type: "text", status: "text", codes: "texts" } as const;
const shapes = objectShape({
  spec: objectShape(specFieldShapes),
  // A condition without a type would be meaningless.
  status: objectShape({
    conditions: objectListShape(condition, "type"),
    constraints: objectListShape(condition, "type"),
  }),
});

/**
 * Parses the Shoot of a cluster's page. Fields that the types require but the JSON lacks are filled with empty values,
 * so that pages can report what is missing instead of failing.
 *
 * @param shape types to validate, at least those of `specFieldShapes` and the types of conditions
 */
export function parseShoot(wire: Wire, shape: FieldShape = shapes): Shoot | undefined {
  const shaped = valueWithValidTypes(wire, shape);
  const value = isRecord(shaped) ? shaped : {};
  const status = isRecord(value.status) ? readStatus(value.status) : value.status;
  const completed = filled(filled(value, "status", status), "spec", readSpecOf(isRecord(value.spec) ? value.spec : {}));
  return isKubeObject<Shoot>(completed) ? completed : undefined;
}

/** Returns a copy of the record with this value at the key, or the record itself if it already has the value. */
function filled(record: Wire, key: string, value: unknown): Wire {
  return record[key] === value ? record : { ...record, [key]: value };
}

function readSpecOf(spec: Wire): Wire {
  const { maintenance } = spec;
  const kubernetes = isRecord(spec.kubernetes) ? spec.kubernetes : {};
  const provider = isRecord(spec.provider) ? spec.provider : {};
  const withMaintenance = isRecord(maintenance) ? filled(spec, "maintenance", readMaintenance(maintenance)) : spec;
  const withKubernetes = filled(
    withMaintenance,
    "kubernetes",
    filled(kubernetes, "version", textOf(kubernetes.version)),
  );
  return filled(withKubernetes, "provider", readProvider(provider));
}

function readProvider(provider: Wire): Wire {
  const { type, workers } = provider;
  const withType = filled(provider, "type", textOf(type));
  return Array.isArray(workers) && !workers.every(hasMachine)
    ? { ...withType, workers: workers.map(readPool) }
    : withType;
}

function readMaintenance(maintenance: Wire): Wire {
  const { timeWindow } = maintenance;
  if (!isRecord(timeWindow)) return maintenance;
  const { begin, end } = timeWindow;
  return filled(maintenance, "timeWindow", filled(filled(timeWindow, "begin", textOf(begin)), "end", textOf(end)));
}

function readStatus(status: Wire): Wire {
  const { conditions, constraints } = status;
  return filled(filled(status, "conditions", withStatus(conditions)), "constraints", withStatus(constraints));
}

function withStatus(told: unknown): unknown {
  if (!Array.isArray(told) || told.every((one) => one.status)) return told;
  return told.map((one) => (one.status ? one : { ...one, status: "Unknown" }));
}

function hasMachine(pool: unknown): boolean {
  return !isRecord(pool) || isRecord(pool.machine);
}

function readPool(pool: unknown): unknown {
  return isRecord(pool) && !hasMachine(pool) ? { ...pool, machine: {} } : pool;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
