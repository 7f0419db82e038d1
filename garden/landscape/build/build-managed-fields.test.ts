import { describe, expect, test } from "vitest";
import { childElementsOf, type FieldSet, includesFieldItself, parseFieldSet } from "#garden/api/apply/field-set.ts";
import { formatElementPath } from "#garden/api/apply/path-element.ts";
import { ownershipShapeOf } from "#garden/api/apply/shape.ts";
import { schemaOfResource } from "#garden/api/registry/schema-of-resource.ts";
import type { Schema } from "#garden/api/schema/schema.ts";
import { createGardenResourceRegistry } from "#garden/gardener/resources/garden-registry.ts";
import { shoots } from "#lib/kube/resource.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { createDemoLandscape } from "../create-demo-landscape.ts";
import { landscapeGardenerRules } from "../garden/landscape-gardener-rules.ts";

const definition = createGardenResourceRegistry(landscapeGardenerRules).find(
  shoots.group,
  shoots.version,
  shoots.plural,
);
if (definition === undefined) throw new Error("the garden serves Shoots");
const schema = schemaOfResource(definition);
const landscape = createDemoLandscape({ now: new Date("2026-03-01T12:00:00Z"), seed: 1, shoots: 40 });
const fleet = landscape.objects.filter(({ kind }) => kind === "Shoot");

interface Astray {
  /** Fields in managedFields that the object does not have. */
  readonly missing: readonly string[];
  /** managedFields whose ownership differs from the schema: per field instead of atomic, or vice versa. */
  readonly misshapen: readonly string[];
}

const nothing: Astray = { missing: [], misshapen: [] };

function astray(kind: Schema, set: FieldSet, value: unknown, path: readonly string[] = []): Astray {
  const shape = ownershipShapeOf(kind, value);
  const parts = childElementsOf(set).map(([element, part]): Astray => {
    const place = [...path, element];
    if (shape.kind === "fields" && isRecord(value)) {
      const field = element.slice(2);
      const next = shape.schemaOf(field);
      if ((value[field] ?? undefined) === undefined) return { ...nothing, missing: [formatElementPath(place)] };
      const isLeaf = ownershipShapeOf(next, value[field]).kind === "leaf";
      if (isLeaf !== (childElementsOf(part).length === 0)) return { ...nothing, misshapen: [formatElementPath(place)] };
      return astray(next, part, value[field], place);
    }
    if (shape.kind === "items" && Array.isArray(value) && includesFieldItself(part)) {
      const item: unknown = value.find((candidate) => shape.elementOf(candidate) === element);
      return item === undefined
        ? { ...nothing, missing: [formatElementPath(place)] }
        : astray(shape.items, part, item, place);
    }
    return { ...nothing, misshapen: [formatElementPath(place)] };
  });
  return {
    missing: parts.flatMap(({ missing }) => missing),
    misshapen: parts.flatMap(({ misshapen }) => misshapen),
  };
}

const found = fleet.map(({ metadata, ...shoot }) =>
  (metadata.managedFields ?? []).map((entry) => {
    const set = isRecord(entry) ? parseFieldSet(entry.fieldsV1) : undefined;
    if (set === undefined) throw new Error("the entry holds no set");
    return astray(schema, set, { ...shoot, metadata });
  }),
);

describe("what the demo says of the owners of fields", () => {
  test("is said in the way in which the kind's fields are owned", () => {
    expect(found.flat().flatMap(({ misshapen }) => misshapen)).toEqual([]);
  });

  test("is true of all Shoots but the few that have lost part of their status since", () => {
    expect(fleet.length).toBeGreaterThan(100);
    expect(found.filter((entries) => entries.some(({ missing }) => missing.length > 0)).length).toBeLessThan(10);
  });

  test("is also said by the file that kubectl applied last", () => {
    const applied = fleet.flatMap(({ metadata: { annotations, managedFields = [] } }) => {
      const file = annotations?.["kubectl.kubernetes.io/last-applied-configuration"];
      const entry = managedFields.filter(isRecord).find(({ manager }) => manager === "kubectl-client-side-apply");
      const spec = isRecord(entry?.fieldsV1) ? parseFieldSet({ "f:spec": entry.fieldsV1["f:spec"] }) : undefined;
      return file === undefined || spec === undefined ? [] : [astray(schema, spec, JSON.parse(file))];
    });
    expect(applied.length).toBeGreaterThan(0);
    expect(applied.flatMap(({ missing }) => missing)).toEqual([]);
  });

  test("is shared by Shoots that were made alike, so that a large fleet stays small", () => {
    const sets = new Set(
      fleet.flatMap(({ metadata }) => (metadata.managedFields ?? []).map((entry) => isRecord(entry) && entry.fieldsV1)),
    );
    expect(sets.size).toBeLessThan(fleet.length);
  });
});
