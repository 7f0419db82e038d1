import { describe, expect, test } from "vitest";
import { schemaOfResource } from "#garden/api/registry/schema-of-resource.ts";
import { decodeBySchema } from "#garden/api/schema/decode-by-schema.ts";
import { findSchema } from "#garden/api/schema/meta-schema.ts";
import { createDemoLandscape } from "#garden/landscape/create-demo-landscape.ts";
import { landscapeGardenerRules } from "#garden/landscape/garden/landscape-gardener-rules.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { createGardenResourceRegistry } from "../resources/garden-registry.ts";

const registry = createGardenResourceRegistry(landscapeGardenerRules);
const shoot = registry.ofKind("core.gardener.cloud/v1beta1", "Shoot");
if (shoot === undefined) throw new Error("there is no Shoot");
const shootSchema = schemaOfResource(shoot);
const pool = (more: object) => ({ provider: { workers: [{ name: "a", ...more }] } });
const read = (spec: unknown) => decodeBySchema(shootSchema, { metadata: { name: "x" }, spec }, findSchema);

test("every object of the demo landscape is one that the API server would have taken", () => {
  const { objects } = createDemoLandscape({ now: new Date("2026-11-21T10:00:00Z"), seed: 1, shoots: 30 });
  const odd = objects.flatMap((object) => {
    const definition = registry.ofKind(object.apiVersion, object.kind);
    if (definition === undefined) return [`no kind ${object.kind}`];
    const { mismatch, unknownFields } = decodeBySchema(schemaOfResource(definition), object, findSchema);
    const name = `${object.kind} ${object.metadata.name}`;
    return [
      ...(mismatch === undefined ? [] : [`${name}: ${mismatch}`]),
      ...unknownFields.map((at) => `${name}: ${at}`),
    ];
  });
  expect(odd).toEqual([]);
});

describe("a wrong type is refused with its place", () => {
  test.each([
    ["a number for a text", { region: 5 }, "cannot unmarshal number into Go struct field spec.region of type string"],
    [
      "a text for a number",
      { provider: { workers: [{ minimum: "1" }] } },
      "spec.provider.workers[0].minimum of type int32",
    ],
    [
      "a fraction for a number",
      { provider: { workers: [{ maximum: 1.5 }] } },
      "spec.provider.workers[0].maximum of type int32",
    ],
    [
      "a text for a flag",
      { hibernation: { enabled: "yes" } },
      "cannot unmarshal string into Go struct field spec.hibernation.enabled of type bool",
    ],
    [
      "a list for a block",
      { kubernetes: [] },
      "cannot unmarshal array into Go struct field spec.kubernetes of type map",
    ],
    [
      "a block for a list",
      { tolerations: {} },
      "cannot unmarshal object into Go struct field spec.tolerations of type slice",
    ],
    [
      "a number among labels",
      { provider: { workers: [{ labels: { a: 1 } }] } },
      "spec.provider.workers[0].labels.a of type string",
    ],
    ["a number beyond 32 bits", { provider: { workers: [{ minimum: 1e20 }] } }, "workers[0].minimum of type int32"],
    ["a word for a duration", { kubernetes: { kubeAPIServer: { eventTTL: "soon" } } }, "eventTTL of type v1.Duration"],
    [
      "a word for a quantity",
      { kubernetes: { kubelet: { kubeReserved: { cpu: "all" } } } },
      "kubeReserved.cpu of type resource.Quantity",
    ],
    ["a flag for a surge", { provider: { workers: [{ maxSurge: true }] } }, "spec.provider.workers[0].maxSurge"],
  ])("%s", (_name, spec, message) => {
    expect(read(spec).mismatch).toContain(message);
  });

  test.each([
    ["a surge is a number or a percentage", { provider: { workers: [{ maxSurge: "25%" }, { maxSurge: 1 }] } }],
    ["a quantity may be written as a number", { kubernetes: { kubelet: { kubeReserved: { cpu: 1, memory: "1Gi" } } } }],
    ["a provider's own block holds whatever it likes", { provider: { infrastructureConfig: { a: [1, { b: null }] } } }],
  ])("%s", (_name, spec) => {
    expect(read(spec)).toMatchObject({ mismatch: undefined, unknownFields: [], value: { spec } });
  });
});

test.each([
  ["null stands for nothing", { region: null, provider: null, tolerations: [null] }, { tolerations: [{}] }],
  ["a null among labels is an empty one", pool({ labels: { a: null } }), pool({ labels: { a: "" } })],
  [
    "a duration is written as Go writes it: 10m becomes 10m0s",
    pool({ machineControllerManager: { machineDrainTimeout: "10m" } }),
    pool({ machineControllerManager: { machineDrainTimeout: "10m0s" } }),
  ],
])("%s", (_name, spec, written) => {
  const { mismatch, value } = read(spec);
  expect([mismatch, fieldAt(value, "spec")]).toEqual([undefined, written]);
});

test("an unknown field is named with its path, and dropped while everything else stays", () => {
  const { unknownFields, value } = read({
    region: "eu",
    purpos: "testing",
    provider: { type: "aws", workers: [{ name: "a" }, { name: "b", machin: {} }] },
  });
  expect(unknownFields).toEqual(["spec.purpos", "spec.provider.workers[1].machin"]);
  expect(fieldAt(value, "spec")).toEqual({
    region: "eu",
    provider: { type: "aws", workers: [{ name: "a" }, { name: "b" }] },
  });
});

test("a field called like a part of JavaScript is an unknown field like any other", () => {
  const { unknownFields, value } = read(JSON.parse('{"__proto__": {"a": 1}, "constructor": 1, "region": "eu"}'));
  expect(unknownFields).toEqual(["spec.__proto__", "spec.constructor"]);
  expect(fieldAt(value, "spec")).toEqual({ region: "eu" });
});

test("what conforms is handed on as it is, without a copy", () => {
  const object = { metadata: { name: "x" }, spec: { region: "eu", provider: { workers: [{ name: "a" }] } } };
  expect(decodeBySchema(shootSchema, object, findSchema).value).toBe(object);
});
