import { describe, expect, test } from "vitest";
import type { RawResponse } from "#garden/testing/raw-client.ts";
import { startRawGardenForTests } from "#garden/testing/start-raw-garden-for-tests.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";

const server = startRawGardenForTests({ speed: 0 });

const namespace = "garden-shop";
const maps = `/api/v1/namespaces/${namespace}/configmaps`;
const shoots = `/apis/core.gardener.cloud/v1beta1/namespaces/${namespace}/shoots`;
const profiles = "/apis/core.gardener.cloud/v1beta1/cloudprofiles";

interface Apply {
  readonly as?: string;
  readonly query?: string;
  readonly user?: string;
}

function apply(path: string, body: object | string, { as = "ci", query = "", user }: Apply = {}): Promise<RawResponse> {
  return server.client.send({
    method: "PATCH",
    path: `${path}?fieldManager=${as}${query}`,
    body,
    headers: { "content-type": "application/apply-patch+yaml" },
    ...(user === undefined ? {} : { as: user }),
  });
}
const merge = (path: string, body: object, agent = "tester/1.0") =>
  server.client.send({
    method: "PATCH",
    path,
    body,
    headers: { "content-type": "application/merge-patch+json", "user-agent": agent },
  });
const get = (path: string) => server.client.send({ path });

const map = (name: string, rest: object) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name }, ...rest });
const shoot = (name: string, rest: object) => ({
  apiVersion: "core.gardener.cloud/v1beta1",
  kind: "Shoot",
  metadata: { name },
  ...rest,
});
const dataOf = ({ json }: RawResponse) => fieldAt(json, "data");
const ownersOf = ({ json }: RawResponse) =>
  listAt(json, "metadata", "managedFields").map((entry) =>
    `${stringAt(entry, "manager")} ${stringAt(entry, "operation")} ${stringAt(entry, "subresource") ?? ""}`.trim(),
  );
const fieldsOf = ({ json }: RawResponse, manager: string) =>
  fieldAt(
    listAt(json, "metadata", "managedFields").find((entry) => stringAt(entry, "manager") === manager),
    "fieldsV1",
  );

describe("who owns what", () => {
  test("an apply creates what is not there, and owns what it applied", async () => {
    const answer = await apply(
      `${maps}/made`,
      "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: made\ndata: {a: '1'}\n",
    );
    expect(answer.status).toBe(201);
    expect(listAt(answer.json, "metadata", "managedFields")).toEqual([
      {
        manager: "ci",
        operation: "Apply",
        apiVersion: "v1",
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        fieldsType: "FieldsV1",
        fieldsV1: { "f:data": { "f:a": {} } },
      },
    ]);
  });

  test("creations and updates are written down as well, under fieldManager or the first word of the User-Agent", async () => {
    const body = map("watched", { data: { a: "1" } });
    await server.client.send({ method: "POST", path: maps, body, headers: { "user-agent": "maker/v2 (linux)" } });
    const answer = await merge(`${maps}/watched?fieldManager=editor`, { data: { a: "2", b: "1" } });
    expect(ownersOf(answer)).toEqual(["editor Update", "maker Update"]);
    expect(fieldsOf(answer, "maker")).toEqual({ "f:data": {} });
    expect(fieldsOf(answer, "editor")).toEqual({ "f:data": { "f:a": {}, "f:b": {} } });
  });

  test("what a manager no longer applies goes, unless somebody else owns it", async () => {
    await apply(`${maps}/shared`, map("shared", { data: { mine: "1", both: "1" } }));
    await apply(`${maps}/shared`, map("shared", { data: { both: "1", theirs: "1" } }), { as: "other" });
    const answer = await apply(`${maps}/shared`, map("shared", { data: {} }));
    expect(dataOf(answer)).toEqual({ both: "1", theirs: "1" });
    expect(dataOf(await apply(`${maps}/shared`, map("shared", {}), { as: "other" }))).toBeUndefined();
  });

  test("an update takes a field from the one who applied it", async () => {
    await apply(`${maps}/taken`, map("taken", { data: { a: "1", b: "1" } }));
    const answer = await merge(`${maps}/taken`, { data: { a: "2" } });
    expect(fieldsOf(answer, "ci")).toEqual({ "f:data": { "f:b": {} } });
    expect(fieldsOf(answer, "tester")).toEqual({ "f:data": { "f:a": {} } });
  });

  test("two who apply the same value own it together, and the second write is one of owners alone", async () => {
    const first = await apply(`${maps}/together`, map("together", { data: { a: "1" } }));
    const second = await apply(`${maps}/together`, map("together", { data: { a: "1" } }), { as: "other" });
    expect(ownersOf(second)).toEqual(["ci Apply", "other Apply"]);
    expect(fieldAt(second.json, "metadata", "resourceVersion")).not.toBe(
      fieldAt(first.json, "metadata", "resourceVersion"),
    );
  });

  test("applying the same again writes nothing", async () => {
    const first = await apply(`${maps}/same`, map("same", { data: { a: "1" } }));
    const second = await apply(`${maps}/same`, map("same", { data: { a: "1" } }));
    expect(second.json).toEqual(first.json);
  });

  test("of an object that nobody applied yet, all belongs to before-first-apply", async () => {
    server.garden.api.create(
      { resource: { group: "", version: "v1", plural: "configmaps", kind: "ConfigMap", namespaced: true }, namespace },
      { ...map("old", { data: { a: "1" } }) },
    );
    const answer = await apply(`${maps}/old`, map("old", { data: { a: "2" } }));
    expect(answer.status).toBe(409);
    expect(stringAt(answer.json, "message")).toContain('conflict with "before-first-apply" using v1: .data.a');
  });

  test("a client may rewrite the owners, as kubectl does, or have them forgotten; nonsense is passed over", async () => {
    const first = await apply(`${maps}/rewritten`, map("rewritten", { data: { a: "1" } }));
    const [entry] = listAt(first.json, "metadata", "managedFields");
    const renamed = { ...Object(entry), manager: "renamed" };
    expect(ownersOf(await merge(`${maps}/rewritten`, { metadata: { managedFields: [renamed] } }))).toEqual([
      "renamed Apply",
    ]);
    const odd = [{ ...renamed, fieldsV1: { __proto__x: {} } }];
    expect(ownersOf(await merge(`${maps}/rewritten`, { metadata: { managedFields: odd } }))).toEqual(["renamed Apply"]);
    expect(ownersOf(await merge(`${maps}/rewritten`, { metadata: { managedFields: [{}] } }))).toEqual([]);
  });

  test("beyond ten who update, the oldest become ancient-changes", async () => {
    await server.client.send({ method: "POST", path: maps, body: map("busy", { data: { start: "1" } }) });
    let answer = await get(`${maps}/busy`);
    for (let at = 0; at < 12; at += 1)
      answer = await merge(`${maps}/busy`, { data: { [`k${at}`]: "1" } }, `agent${at}/1`);
    expect(ownersOf(answer)).toHaveLength(10);
    expect(ownersOf(answer)).toContain("ancient-changes Update");
  });
});

describe("conflicts", () => {
  test("are 409 in Kubernetes' words, with a cause for every field and its owner; nothing changes", async () => {
    const pools = [{ name: "web", maximum: 5 }];
    const answer = await apply(
      `${shoots}/storefront-eu`,
      shoot("storefront-eu", { spec: { purpose: "testing", provider: { workers: pools } } }),
    );
    expect(answer.status).toBe(409);
    const before = await get(`${shoots}/storefront-eu`);
    expect(fieldAt(before.json, "spec", "purpose")).toBe("production");
    expect(fieldAt(answer.json, "reason")).toBe("Conflict");
    expect(fieldAt(answer.json, "details")).toEqual({
      causes: expect.arrayContaining([
        {
          reason: "FieldManagerConflict",
          message: 'conflict with "kubectl-client-side-apply" using core.gardener.cloud/v1beta1',
          field: ".spec.purpose",
        },
      ]),
    });
  });

  test("one of them stands in one line, more in a list by manager", async () => {
    await apply(`${maps}/words`, map("words", { data: { a: "1", b: "1" } }));
    const one = await apply(`${maps}/words`, map("words", { data: { a: "2" } }), { as: "other" });
    expect(stringAt(one.json, "message")).toBe('Apply failed with 1 conflict: conflict with "ci": .data.a');
    const two = await apply(`${maps}/words`, map("words", { data: { a: "2", b: "2" } }), { as: "other" });
    expect(stringAt(two.json, "message")).toBe(
      'Apply failed with 2 conflicts: conflicts with "ci":\n- .data.a\n- .data.b',
    );
  });

  test("force takes the fields over, and the other keeps the rest", async () => {
    await apply(`${maps}/forced`, map("forced", { data: { a: "1", b: "1" } }));
    const answer = await apply(`${maps}/forced`, map("forced", { data: { a: "2" } }), {
      as: "other",
      query: "&force=true",
    });
    expect(answer.status).toBe(200);
    expect(dataOf(answer)).toEqual({ a: "2", b: "1" });
    expect([fieldsOf(answer, "ci"), fieldsOf(answer, "other")]).toEqual([
      { "f:data": { "f:b": {} } },
      { "f:data": { "f:a": {} } },
    ]);
  });

  test("the resourceVersion of the body must be the current one, and managedFields must not be in it", async () => {
    await apply(`${maps}/exact`, map("exact", { data: { a: "1" } }));
    const stale = { ...map("exact", { data: { a: "2" } }), metadata: { name: "exact", resourceVersion: "1" } };
    expect((await apply(`${maps}/exact`, stale)).status).toBe(409);
    const owned = { ...map("exact", {}), metadata: { name: "exact", managedFields: [] } };
    const answer = await apply(`${maps}/exact`, owned);
    expect([answer.status, stringAt(answer.json, "message")]).toEqual([400, "metadata.managedFields must be nil"]);
  });
});

describe("lists", () => {
  test("of pools are merged by name: each pool may have an owner of its own", async () => {
    const workers = (...pools: readonly object[]) => shoot("storefront-eu", { spec: { provider: { workers: pools } } });
    const zoned = {
      name: "extra",
      minimum: 1,
      maximum: 2,
      machine: { type: "m5.large" },
      zones: ["eu-west-1a"],
      volume: { type: "gp3", size: "50Gi" },
    };
    const added = await apply(`${shoots}/storefront-eu`, workers(zoned), { as: "pool-owner" });
    expect(added.status, added.text.slice(0, 400)).toBe(200);
    const names = (answer: RawResponse) =>
      listAt(answer.json, "spec", "provider", "workers").map((pool) => stringAt(pool, "name"));
    expect(names(added).length).toBeGreaterThan(1);
    expect(names(added)).toContain("extra");
    const gone = await apply(`${shoots}/storefront-eu`, shoot("storefront-eu", {}), { as: "pool-owner" });
    expect(names(gone)).toEqual(names(added).filter((name) => name !== "extra"));
  });

  test("of a CloudProfile's versions are merged by version, those of images by name", async () => {
    const body = {
      apiVersion: "core.gardener.cloud/v1beta1",
      kind: "CloudProfile",
      metadata: { name: "aws" },
      spec: { kubernetes: { versions: [{ version: "1.36.9", classification: "preview" }] } },
    };
    const before = listAt((await get(`${profiles}/aws`)).json, "spec", "kubernetes", "versions");
    const answer = await apply(`${profiles}/aws`, body, { as: "versions" });
    expect(answer.status, answer.text.slice(0, 400)).toBe(200);
    const after = listAt(answer.json, "spec", "kubernetes", "versions");
    expect(after).toHaveLength(before.length + 1);
    expect(after).toContainEqual({ version: "1.36.9", classification: "preview" });
  });

  test("that nobody knows the keys of are owned as a whole", async () => {
    await apply(`${maps}/owners`, map("owners", {}));
    const role = (verbs: readonly string[]) => ({
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "Role",
      metadata: { name: "whole" },
      rules: [{ apiGroups: [""], resources: ["secrets"], verbs }],
    });
    const roles = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}/roles/whole`;
    expect((await apply(roles, role(["get"]))).status).toBe(201);
    const answer = await apply(roles, role(["get", "list"]), { as: "other" });
    expect(stringAt(answer.json, "message")).toBe('Apply failed with 1 conflict: conflict with "ci": .rules');
  });

  test("with an item twice, or one without its key, are refused", async () => {
    const twice = shoot("storefront-eu", { spec: { provider: { workers: [{ name: "a" }, { name: "a" }] } } });
    const answer = await apply(`${shoots}/storefront-eu`, twice);
    expect(answer.status).toBe(500);
    expect(stringAt(answer.json, "message")).toBe(
      'failed to create typed patch object (garden-shop/storefront-eu; core.gardener.cloud/v1beta1, Kind=Shoot): .spec.provider.workers: duplicate entries for key [name="a"]',
    );
    const nameless = shoot("storefront-eu", { spec: { provider: { workers: [{ minimum: 1 }] } } });
    expect(stringAt((await apply(`${shoots}/storefront-eu`, nameless)).json, "message")).toContain(
      'omits key field "name"',
    );
  });
});

describe("status", () => {
  const target = `${shoots}/storefront-eu`;
  const condition = { type: "Watched", status: "True" };

  const watch = (spec: object = {}) =>
    apply(`${target}/status`, shoot("storefront-eu", { ...spec, status: { conditions: [condition] } }), {
      as: "watcher",
    });

  test("is applied through its subresource alone, and owned there", async () => {
    const answer = await watch({ spec: { purpose: "testing" } });
    expect(answer.status, answer.text.slice(0, 400)).toBe(200);
    expect(fieldAt(answer.json, "spec", "purpose")).toBe("production");
    expect(listAt(answer.json, "status", "conditions").length).toBeGreaterThan(1);
    expect(ownersOf(answer)).toContain("watcher Apply status");
  });

  test("is left alone by an apply to the object itself", async () => {
    await watch();
    const body = shoot("storefront-eu", {
      metadata: { name: "storefront-eu", labels: { a: "b" } },
      status: { conditions: [] },
    });
    const answer = await apply(target, body, { as: "labeller" });
    expect(fieldAt(answer.json, "metadata", "labels", "a")).toBe("b");
    expect(listAt(answer.json, "status", "conditions")).toContainEqual(condition);
    expect(fieldsOf(answer, "labeller")).toEqual({ "f:metadata": { "f:labels": { "f:a": {} } } });
  });

  test("cannot be applied to what is not there", async () => {
    expect((await apply(`${shoots}/nobody/status`, shoot("nobody", { status: {} }))).status).toBe(404);
  });
});

describe("the request", () => {
  const good = map("asked", { data: { a: "1" } });

  test("needs a fieldManager; of another patch it may not ask for force", async () => {
    const none = await apply(`${maps}/asked`, good, { as: "" });
    expect([none.status, stringAt(none.json, "message")]).toEqual([
      422,
      'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
    ]);
    const forced = await merge(`${maps}/asked?force=true`, {});
    expect([forced.status, stringAt(forced.json, "message")]).toEqual([
      422,
      'PatchOptions.meta.k8s.io "" is invalid: force: Forbidden: may not be specified for non-apply patch',
    ]);
  });

  test("with dryRun answers as if, and leaves nothing behind", async () => {
    expect((await apply(`${maps}/asked`, good, { query: "&dryRun=All" })).status).toBe(201);
    expect((await get(`${maps}/asked`)).status).toBe(404);
  });

  test("of somebody who may patch but not create makes nothing", async () => {
    expect((await apply(`${maps}/asked`, good, { user: "viewer" })).status).toBe(403);
    expect((await get(`${maps}/asked`)).status).toBe(404);
  });

  test("with a field that does not exist is refused, whatever it says of validation", async () => {
    const answer = await apply(`${shoots}/storefront-eu`, shoot("storefront-eu", { spec: { purpos: "x" } }), {
      query: "&fieldValidation=Ignore",
    });
    expect([answer.status, stringAt(answer.json, "reason")]).toEqual([500, undefined]);
    expect(stringAt(answer.json, "message")).toContain(".spec.purpos: field not declared in schema");
  });

  test("with a key twice is refused, warned of or taken, as it wishes", async () => {
    const text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: twice}\ndata:\n  a: '1'\n  a: '2'\n";
    const ask = (wish: string) => apply(`${maps}/twice`, text, { query: `&fieldValidation=${wish}&dryRun=All` });
    expect((await ask("Strict")).status).toBe(400);
    const warned = await ask("Warn");
    expect([warned.status, warned.headers.warning]).toEqual([201, expect.stringContaining("unique")]);
    const ignored = await ask("Ignore");
    expect([dataOf(ignored), ignored.headers.warning]).toEqual([{ a: "2" }, undefined]);
  });

  test.each([
    ["another version", { ...good, apiVersion: "v2" }, 400],
    ["another kind", { ...good, kind: "Secret" }, 400],
    ["another name", { ...good, metadata: { name: "else" } }, 400],
    ["another namespace", { ...good, metadata: { name: "asked", namespace: "garden-ml" } }, 400],
    ["a text for a map", { ...good, data: "x" }, 500],
    ["a version for a new object", { ...good, metadata: { name: "asked", resourceVersion: "5" } }, 400],
  ])("with %s is refused", async (_name, body, status) => {
    expect((await apply(`${maps}/asked`, body)).status).toBe(status);
  });
});
