import { describe, expect, test } from "vitest";
import type { RawRequest } from "#garden/testing/raw-client.ts";
import { startRawGardenForTests } from "#garden/testing/start-raw-garden-for-tests.ts";
import { yamlBomb } from "#garden/testing/yaml-bomb.ts";
import { stringAt } from "#lib/kube/field.ts";

const server = startRawGardenForTests();

const maps = "/api/v1/namespaces/garden-shop/configmaps";
const shoots = "/apis/core.gardener.cloud/v1beta1/namespaces/garden-shop/shoots";
const yaml = "application/apply-patch+yaml";

const head = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: target}\n";
const apply = (body: RawRequest["body"], query = "?fieldManager=hostile", path = `${maps}/target`): RawRequest => ({
  method: "PATCH",
  path: `${path}${query}`,
  body,
  headers: { "content-type": yaml },
});
const shoot = (spec: unknown) => ({
  apiVersion: "core.gardener.cloud/v1beta1",
  kind: "Shoot",
  metadata: { name: "storefront-eu" },
  spec,
});
const toShoot = (body: object) => apply(body, "?fieldManager=hostile", `${shoots}/storefront-eu`);

/** YAML maps that are nested by indentation, so that counting brackets does not detect the depth. */
const indented = `${head}data:\n${Array.from({ length: 1_200 }, (_, at) => `${" ".repeat(at + 1)}a:`).join("\n")} x\n`;
const manyPools = { provider: { workers: Array.from({ length: 10_000 }, (_, at) => ({ name: `p${at}` })) } };

/** Values that the schema does not allow cause a 500 with the API server's message and without a reason. */
const untyped = [500];

const cases: readonly (readonly [string, RawRequest, readonly number[]])[] = [
  ["no text", apply(""), [400]],
  ["a list", apply("[]"), [400]],
  ["YAML that is none", apply("a: b: c: d"), [400]],
  ["two documents", apply(`${head}---\n${head}`), [400]],
  ["YAML 100,000 brackets deep", apply("[".repeat(100_000)), [400]],
  ["YAML 1,200 blocks deep", apply(indented), [400]],
  ["JSON 100,000 levels deep", apply('{"a":'.repeat(100_000)), [400]],
  ["aliases that multiply themselves", apply(yamlBomb(head)), [400]],
  ["an alias of itself", apply(`${head}data: &a {b: *a}\n`), [400]],
  ["a tag that would make an object of a class", apply(`${head}data: !!js/function 'x'\n`), untyped],
  ["5 MB", apply({ ...shoot({}), data: { x: "y".repeat(5e6) } }), [413]],
  ["2 MB of one field", apply(`${head}data: {x: ${"y".repeat(2e6)}}\n`), [413, 422]],
  [
    "a prototype key",
    apply('{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"target"},"__proto__":{"a":1}}'),
    untyped,
  ],
  [
    "a prototype key among labels",
    apply('{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"target","labels":{"__proto__":"y"}}}'),
    [422],
  ],
  ["metadata that is a text", apply("apiVersion: v1\nkind: ConfigMap\nmetadata: x\n"), untyped],
  ["no metadata", apply("apiVersion: v1\nkind: ConfigMap\n"), [400]],
  ["neither version nor kind", apply("metadata: {name: target}\n"), [400]],
  [
    "managedFields of its own",
    apply(`${head.replace("{name: target}", "{name: target, managedFields: [{}]}")}`),
    [400],
  ],
  ["no fieldManager", apply(head, ""), [422]],
  ["a fieldManager of 200 letters", apply(head, `?fieldManager=${"m".repeat(200)}`), [422]],
  ["a fieldManager that rings the bell", apply(head, "?fieldManager=a%07b"), [422]],
  [
    "CBOR",
    { ...apply(Buffer.from([0xa1, 0x61, 0x61, 0x01])), headers: { "content-type": "application/apply-patch+cbor" } },
    [415],
  ],
  ["workers that are a map", toShoot(shoot({ provider: { workers: { name: "a" } } })), untyped],
  ["a pool whose name is a map", toShoot(shoot({ provider: { workers: [{ name: { a: 1 } }] } })), untyped],
  ["10,000 pools", toShoot(shoot(manyPools)), [400, 403, 409, 413, 422]],
  ["finalizers that are maps", apply(`${head.replace("}", ", finalizers: [{a: b}]}")}`), untyped],
  ["apply to a collection", apply(head, "?fieldManager=hostile", maps), [405]],
  [
    "apply to a kubeconfig request",
    apply(head, "?fieldManager=hostile", `${shoots}/storefront-eu/adminkubeconfig`),
    [405],
  ],
];

describe("a hostile apply gets the API server's refusal and leaves nothing, and the garden lives", () => {
  test.each(cases)("%s", { timeout: 30_000 }, async (_name, request, expected) => {
    const answer = await server.client.send(request);
    expect(expected, answer.text.slice(0, 400)).toContain(answer.status);
    expect(stringAt(answer.json, "kind")).toBe("Status");
    if (answer.status === 500)
      expect(stringAt(answer.json, "message")).toMatch(/^failed to create typed patch object \(/);
    expect((await server.client.send({ path: "/readyz" })).text).toBe("ok");
    expect((await server.client.send({ path: `${maps}/target` })).status).toBe(404);
    expect(Object.hasOwn(Object.prototype, "a")).toBe(false);
  });

  test("owners that a client makes up are passed over, however odd", async () => {
    const path = `${maps}/owned`;
    const whole = (data: string) =>
      apply(`${head.replace("target", "owned")}data: {a: '${data}'}\n`, "?fieldManager=hostile&force=true", path);
    await server.client.send(whole("0"));
    const entry = { manager: "x", operation: "Update", apiVersion: "v1", fieldsType: "FieldsV1" };
    const nested = JSON.parse(`${'{"f:a":'.repeat(500)}{}${"}".repeat(500)}`);
    const odd = [nested, { __proto__: {} }, { "k:{broken": {} }, { "f:a": 5 }, [], "x"].map((fieldsV1) => [
      { ...entry, fieldsV1 },
    ]);
    for (const managedFields of [...odd, [{ ...entry, operation: "Own" }], ["x"], [{ ...entry, manager: 5 }]]) {
      const headers = { "content-type": "application/merge-patch+json", "user-agent": "odd/1" };
      const body = { metadata: { managedFields }, data: { a: String(Math.max(1, odd.length)) } };
      const answer = await server.client.send({ method: "PATCH", path, body, headers });
      expect([200, 422]).toContain(answer.status);
      expect(answer.text).not.toContain('"manager":"x","operation":"Own"');
    }
    const { status } = await server.client.send(whole("1"));
    expect(status).toBe(200);
  });
});
