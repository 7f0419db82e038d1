import { describe, expect, test } from "vitest";
import { shootSpecSchemaOfOpenApi } from "./reduce-openapi.ts";

const gvk = [{ group: "core.gardener.cloud", version: "v1beta1", kind: "Shoot" }];
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function documentOf(spec: object, schemas: object = {}): object {
  const shoot = { "x-kubernetes-group-version-kind": gvk, properties: { spec, status: { type: "object" } } };
  return { components: { schemas: { "com.github.gardener.Shoot": shoot, ...schemas } } };
}

const specOf = (properties: object, schemas: object = {}) =>
  shootSpecSchemaOfOpenApi(
    documentOf(
      { allOf: [ref("ShootSpec")], description: "Wanted." },
      { ShootSpec: { type: "object", properties }, ...schemas },
    ),
  );

test("references are put in their place, and a description beside one goes before its own", () => {
  const spec = specOf(
    { kubernetes: { allOf: [ref("Kubernetes")], description: "Outer." } },
    { Kubernetes: { type: "object", description: "Inner.", properties: { version: { type: "string" } } } },
  );
  expect(spec).toEqual({
    type: "object",
    description: "Wanted.",
    fields: { kubernetes: { type: "object", description: "Outer.", fields: { version: { type: "string" } } } },
  });
});

test.each([
  ["text", { type: "string", format: "date-time" }, { type: "string" }],
  ["enumeration", { type: "string", enum: ["a", "b", 3] }, { type: "string", enum: ["a", "b"] }],
  ["whole number", { type: "integer", format: "int32", default: 0 }, { type: "integer" }],
  [
    "IntOrString",
    { oneOf: [{ type: "integer" }, { type: "string" }], format: "int-or-string" },
    { type: "string or number" },
  ],
  ["Quantity", { oneOf: [{ type: "string" }, { type: "number" }] }, { type: "string or number" }],
  ["list", { type: "array", items: { type: "boolean" } }, { type: "array", items: { type: "boolean" } }],
  ["map", { type: "object", additionalProperties: { type: "string" } }, { type: "object", values: { type: "string" } }],
  ["RawExtension", { type: "object" }, { type: "object", open: true }],
  ["JSON", {}, {}],
  ["nonsense", 7, {}],
])("a field that is a %s", (_case, schema, reduced) => {
  expect(specOf({ field: schema })?.fields?.field).toEqual(reduced);
});

test("a schema that holds itself ends", () => {
  const spec = specOf({ tree: ref("Tree") }, { Tree: { type: "object", properties: { below: ref("Tree") } } });
  expect(spec?.fields?.tree?.fields?.below).toEqual({ open: true });
});

describe("whatever a garden sends, the answer stays small", () => {
  test("many fields, deep fields, long descriptions", () => {
    const many = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, n) => [`f${n}`, { type: "string", description: "x".repeat(5_000) }]),
    );
    const deep = Array.from({ length: 5_000 }).reduce<object>(
      (inner) => ({ type: "object", properties: { x: inner } }),
      {},
    );
    expect(JSON.stringify(specOf({ ...many, deep })).length).toBeLessThan(2_000_000);
    expect(JSON.stringify(specOf({ deep })).length).toBeLessThan(2_000);
  });

  test("references that multiply themselves", () => {
    const doubling = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [
        `S${n}`,
        { type: "object", properties: { a: ref(`S${n + 1}`), b: ref(`S${n + 1}`) } },
      ]),
    );
    expect(JSON.stringify(specOf({ bomb: ref("S0") }, doubling)).length).toBeLessThan(1_000_000);
  });

  test.each([undefined, null, "text", [], {}, { components: { schemas: {} } }, documentOf({ type: "string" })])(
    "what does not describe a Shoot gives nothing: %j",
    (document) => expect(shootSpecSchemaOfOpenApi(document)).toBeUndefined(),
  );
});
