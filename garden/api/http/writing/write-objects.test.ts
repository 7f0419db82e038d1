import { describe, expect, test } from "vitest";
import type { RawResponse } from "#garden/testing/raw-client.ts";
import { startRawGardenForTests } from "#garden/testing/start-raw-garden-for-tests.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { configMaps, shoots } from "#lib/kube/resource.ts";
import { isKubeObject } from "#lib/kube/wire.ts";

// With speed 0, the garden's clock stands still and no controller writes between two steps of a test.
const server = startRawGardenForTests({ speed: 0 });

const namespace = "garden-shop";
const maps = `/api/v1/namespaces/${namespace}/configmaps`;
const allShoots = `/apis/core.gardener.cloud/v1beta1/namespaces/${namespace}/shoots`;
const shoot = `${allShoots}/storefront-eu`;
const merge = "application/merge-patch+json";
const strategic = "application/strategic-merge-patch+json";
const jsonPatch = "application/json-patch+json";

const post = (path: string, body: object) => server.client.send({ method: "POST", path, body });
const put = (path: string, body: object) => server.client.send({ method: "PUT", path, body });
const get = (path: string) => server.client.send({ path });
const patch = (path: string, body: object | string, type = merge) =>
  server.client.send({ method: "PATCH", path, body, headers: { "content-type": type } });
const remove = (path: string, body?: object) => server.client.send({ method: "DELETE", path, body });

const map = (metadata: object, rest: object = {}) => ({ apiVersion: "v1", kind: "ConfigMap", metadata, ...rest });
const versionOf = ({ json }: RawResponse) => stringAt(json, "metadata", "resourceVersion") ?? "";
const generationOf = ({ json }: RawResponse) => Number(fieldAt(json, "metadata", "generation"));

function objectOf({ json }: RawResponse): KubeObject {
  if (!isKubeObject<KubeObject>(json)) throw new Error(`no object: ${JSON.stringify(json)}`);
  return json;
}

describe("create", () => {
  test("gives uid, version, time and namespace, and takes none of them from the client", async () => {
    const { status, json } = await post(
      maps,
      map({ name: "new", uid: "mine", generation: 9, creationTimestamp: null }),
    );
    expect(status).toBe(201);
    expect(json).toMatchObject({ kind: "ConfigMap", metadata: { name: "new", namespace } });
    expect(stringAt(json, "metadata", "uid")).toMatch(/^[0-9a-f-]{36}$/);
    expect(stringAt(json, "metadata", "creationTimestamp")).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(fieldAt(json, "metadata", "generation")).toBeUndefined();
  });

  test("makes a name of generateName", async () => {
    const [first, second] = [
      await post(maps, map({ generateName: "some-" })),
      await post(maps, map({ generateName: "some-" })),
    ];
    expect(stringAt(first.json, "metadata", "name")).toMatch(/^some-[a-z0-9]{5}$/);
    expect(stringAt(second.json, "metadata", "name")).not.toBe(stringAt(first.json, "metadata", "name"));
  });

  test.each([
    ["twice under one name", { name: "catalogue-map" }, maps, 409, "AlreadyExists"],
    ["without a name", {}, maps, 422, "Invalid"],
    ["with a name that is none", { name: "Not A Name" }, maps, 422, "Invalid"],
    ["with a version", { name: "versioned", resourceVersion: "1" }, maps, 400, "BadRequest"],
    ["in another namespace than the path's", { name: "other", namespace: "garden" }, maps, 400, "BadRequest"],
    ["in a namespace that is not there", { name: "lost" }, "/api/v1/namespaces/nowhere/configmaps", 404, "NotFound"],
  ])("%s is refused", async (_name, metadata, path, code, reason) => {
    await post(maps, map({ name: "catalogue-map" }));
    expect((await post(path, map(metadata))).json).toMatchObject({ kind: "Status", code, reason });
  });

  test("another kind than the path's is refused", async () => {
    expect((await post(maps, { ...map({ name: "odd" }), kind: "Secret" })).status).toBe(400);
  });
});

describe("replace", () => {
  test("of an old version is a conflict, and changes nothing", async () => {
    await post(maps, map({ name: "contested" }));
    const old = objectOf(await get(`${maps}/contested`));
    await put(`${maps}/contested`, { ...old, data: { by: "first" } });
    const second = await put(`${maps}/contested`, { ...old, data: { by: "second" } });
    expect(second.json).toMatchObject({ code: 409, reason: "Conflict" });
    expect((await get(`${maps}/contested`)).json).toMatchObject({ data: { by: "first" } });
  });

  test("of a Shoot needs its version", async () => {
    const { metadata, ...rest } = objectOf(await get(shoot));
    const { resourceVersion: _version, ...unversioned } = metadata;
    expect((await put(shoot, { ...rest, metadata: unversioned })).json).toMatchObject({ code: 422, reason: "Invalid" });
  });

  test("of one that is gone, or under another name or uid, is refused", async () => {
    expect((await put(`${maps}/never`, map({ name: "never" }))).status).toBe(404);
    await post(maps, map({ name: "steady" }));
    expect((await put(`${maps}/steady`, map({ name: "other" }))).status).toBe(400);
    expect((await put(`${maps}/steady`, map({ name: "steady", uid: "0000" }))).status).toBe(409);
  });

  test("that changes nothing keeps the version", async () => {
    const before = await get(shoot);
    expect(versionOf(await put(shoot, objectOf(before)))).toBe(versionOf(before));
  });
});

describe("patch", () => {
  test("merge: null removes, records merge, lists are replaced", async () => {
    await post(maps, map({ name: "merged", finalizers: ["a.b/c", "a.b/d"] }, { data: { keep: "1", drop: "2" } }));
    const { json } = await patch(`${maps}/merged`, {
      metadata: { finalizers: ["a.b/e"] },
      data: { drop: null, add: "3" },
    });
    expect(json).toMatchObject({ metadata: { finalizers: ["a.b/e"] }, data: { keep: "1", add: "3" } });
    expect(fieldAt(json, "data", "drop")).toBeUndefined();
  });

  test("strategic: worker pools merge by name, conditions by type, finalizers add up", async () => {
    const before = objectOf(await get(shoot));
    const pools = fieldAt(before, "spec", "provider", "workers");
    const first = Array.isArray(pools) ? pools[0] : undefined;
    const body = {
      metadata: { finalizers: ["checks.example/more"] },
      spec: { provider: { workers: [{ name: stringAt(first, "name"), maximum: 17 }] } },
    };
    const { json } = await patch(shoot, body, strategic);
    const after = fieldAt(json, "spec", "provider", "workers");
    expect(after).toEqual(Array.isArray(pools) ? pools.with(0, { ...first, maximum: 17 }) : undefined);
    expect(fieldAt(json, "metadata", "finalizers")).toEqual([
      ...(before.metadata.finalizers ?? []),
      "checks.example/more",
    ]);
  });

  test("JSON: what is added without a value is null, which takes it away", async () => {
    const { status, json } = await patch(shoot, [{ op: "add", path: "/spec/exposureClassName" }], jsonPatch);
    expect([status, fieldAt(json, "spec", "exposureClassName")]).toEqual([200, undefined]);
  });

  test.each([
    ["a wrong type", { data: { a: 1 } }, "cannot unmarshal number"],
    ["a list for an object", { data: [] }, "cannot unmarshal array"],
  ])("that leads to %s is 422 for the field patch, with the object before the reason", async (_what, body, reason) => {
    await post(maps, map({ name: "typed" }));
    const { status, json } = await patch(`${maps}/typed`, body);
    expect([status, stringAt(json, "reason"), fieldAt(listAt(json, "details", "causes")[0], "field")]).toEqual([
      422,
      "Invalid",
      "patch",
    ]);
    expect(stringAt(json, "message")).toMatch(/^ "" is invalid: patch: Invalid value: "\{\\"apiVersion.*typed/);
    expect(stringAt(json, "message")).toContain(reason);
  });

  test("with a field twice is refused when validation is strict, otherwise warned of", async () => {
    const twice = '{"spec":{"purpose":"testing","purpose":"development"}}';
    const ask = (wish: string) => patch(`${shoot}?dryRun=All&fieldValidation=${wish}`, twice);
    const strict = await ask("Strict");
    expect([strict.status, stringAt(strict.json, "message")]).toEqual([
      422,
      expect.stringMatching(/strict decoding error: duplicate field "spec.purpose"$/),
    ]);
    expect((await ask("Warn")).headers.warning).toContain("duplicate field");
    expect((await ask("Ignore")).headers.warning ?? "").not.toContain("duplicate field");
  });

  test("JSON: a test that fails is 422 and nothing of the patch happens", async () => {
    await post(maps, map({ name: "tested" }, { data: { state: "old" } }));
    const operations = [
      { op: "replace", path: "/data/state", value: "new" },
      { op: "test", path: "/data/state", value: "other" },
    ];
    expect((await patch(`${maps}/tested`, operations, jsonPatch)).json).toMatchObject({ code: 422 });
    expect((await get(`${maps}/tested`)).json).toMatchObject({ data: { state: "old" } });
  });

  test("with an old version is a conflict", async () => {
    await post(maps, map({ name: "patched" }));
    const old = versionOf(await get(`${maps}/patched`));
    await patch(`${maps}/patched`, { data: { turn: "1" } });
    const late = await patch(`${maps}/patched`, { metadata: { resourceVersion: old }, data: { turn: "2" } });
    expect(late.json).toMatchObject({ code: 409, reason: "Conflict" });
  });

  test("of another type is 415, and of nothing is 404", async () => {
    expect((await patch(shoot, {}, "text/plain")).status).toBe(415);
    expect((await patch(`${maps}/nobody`, { data: {} })).status).toBe(404);
  });
});

describe("status and spec", () => {
  test("keep out of each other's writes", async () => {
    const both = { spec: { purpose: "testing" }, status: { clusterIdentity: "from-status" } };
    const before = (await get(shoot)).json;
    const status = await patch(`${shoot}/status`, both);
    expect(fieldAt(status.json, "spec", "purpose")).toBe(fieldAt(before, "spec", "purpose"));
    expect(fieldAt(status.json, "status", "clusterIdentity")).toBe("from-status");
    const main = await patch(shoot, { spec: { purpose: "testing" }, status: { clusterIdentity: "from-spec" } });
    expect(fieldAt(main.json, "spec", "purpose")).toBe("testing");
    expect(fieldAt(main.json, "status", "clusterIdentity")).toBe("from-status");
  });

  test("the generation rises with the spec, not with labels or the status", async () => {
    const target = `${allShoots}/preview-apps`;
    const before = generationOf(await get(target));
    expect(generationOf(await patch(target, { metadata: { labels: { any: "thing" } } }))).toBe(before);
    expect(generationOf(await patch(`${target}/status`, { status: { clusterIdentity: "x" } }))).toBe(before);
    expect(generationOf(await patch(target, { spec: { purpose: "testing" } }))).toBe(before + 1);
  });
});

test("dryRun=All answers as if, and changes nothing: create, replace, patch, delete", async () => {
  const made = await post(`${maps}?dryRun=All`, map({ name: "imagined" }));
  expect([made.status, stringAt(made.json, "metadata", "name")]).toEqual([201, "imagined"]);
  expect((await get(`${maps}/imagined`)).status).toBe(404);
  await post(maps, map({ name: "real" }, { data: { state: "real" } }));
  const before = (await get(`${maps}/real`)).json;
  const version = versionOf(await get(`${maps}?limit=1`));
  expect((await patch(`${maps}/real?dryRun=All`, { data: { state: "dreamt" } })).json).toMatchObject({
    data: { state: "dreamt" },
  });
  expect((await put(`${maps}/real?dryRun=All`, map({ name: "real" }))).status).toBe(200);
  expect((await remove(`${maps}/real?dryRun=All`)).status).toBe(200);
  expect((await get(`${maps}/real`)).json).toEqual(before);
  expect(versionOf(await get(`${maps}?limit=1`))).toBe(version);
  expect((await post(`${maps}?dryRun=Some`, map({ name: "unsure" }))).status).toBe(422);
});

test("a DELETE with a body is a dry run only if its body says so, whatever the query says", async () => {
  await post(maps, map({ name: "asked" }));
  expect((await remove(`${maps}/asked`, { kind: "DeleteOptions", apiVersion: "v1", dryRun: ["All"] })).status).toBe(
    200,
  );
  expect((await get(`${maps}/asked`)).status).toBe(200);
  await remove(`${maps}/asked?dryRun=All`, { kind: "DeleteOptions", apiVersion: "v1" });
  expect((await get(`${maps}/asked`)).status).toBe(404);
});

describe("delete", () => {
  test("waits for the last finalizer", async () => {
    await post(maps, map({ name: "held", finalizers: ["checks.example/hold"] }));
    const marked = await remove(`${maps}/held`);
    expect(stringAt(marked.json, "metadata", "deletionTimestamp")).toBeDefined();
    expect((await get(`${maps}/held`)).status).toBe(200);
    await patch(`${maps}/held`, { metadata: { finalizers: null } });
    expect((await get(`${maps}/held`)).status).toBe(404);
  });

  test.each([["uid"], ["resourceVersion"]])("of another %s than the precondition's is a conflict", async (field) => {
    await post(maps, map({ name: "guarded" }));
    expect((await remove(`${maps}/guarded`, { preconditions: { [field]: "1" } })).status).toBe(409);
    expect((await get(`${maps}/guarded`)).status).toBe(200);
  });

  test("of a Shoot and a Project needs a confirmation", async () => {
    const project = "/apis/core.gardener.cloud/v1beta1/projects/shop";
    const doomed = `${allShoots}/loyalty`;
    for (const path of [doomed, project]) {
      const { json } = await remove(path);
      expect(json).toMatchObject({ code: 403, reason: "Forbidden" });
      expect(stringAt(json, "message")).toContain("confirmation.gardener.cloud/deletion");
    }
    await patch(doomed, { metadata: { annotations: { "confirmation.gardener.cloud/deletion": "true" } } });
    const generation = generationOf(await get(doomed));
    const confirmed = await remove(doomed);
    expect(stringAt(confirmed.json, "metadata", "deletionTimestamp")).toBeDefined();
    expect(generationOf(confirmed)).toBe(generation + 1);
    expect(server.garden.api.get({ resource: shoots, namespace, name: "loyalty" })).toBeDefined();
  });

  test("of a collection takes what the selector matches", async () => {
    for (const name of ["sweep-1", "sweep-2"]) await post(maps, map({ name, labels: { sweep: "yes" } }));
    await post(maps, map({ name: "sweep-not" }));
    expect((await remove(`${maps}?labelSelector=sweep%3Dyes`)).status).toBe(200);
    const left = server.garden.api.list({ resource: configMaps, namespace }).map(({ metadata }) => metadata.name);
    expect(left.filter((name) => name.startsWith("sweep"))).toEqual(["sweep-not"]);
  });
});

test.each([
  ["POST", `${maps}/real`],
  ["PUT", maps],
  ["PATCH", maps],
  ["DELETE", `${shoot}/status`],
  ["POST", "/apis"],
])("%s %s is 405", async (method, path) => {
  expect((await server.client.send({ method, path, body: {} })).json).toMatchObject({
    code: 405,
    reason: "MethodNotAllowed",
  });
});
