import { afterEach, describe, expect, test } from "vitest";
import { startRawGardenForTests } from "#garden/testing/start-raw-garden-for-tests.ts";
import { type OpenWatchStream, openWatch, type WatchEvent } from "#garden/testing/watch-client.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { configMaps } from "#lib/kube/resource.ts";

const server = startRawGardenForTests({ bookmarkMs: 50 });
const open: OpenWatchStream[] = [];

afterEach(() => {
  for (const watch of open.splice(0)) watch.close();
});

const namespace = "garden-shop";
const collection = `/api/v1/namespaces/${namespace}/configmaps`;

async function watch(parameters: Record<string, string>, options?: Parameters<typeof openWatch>[2]) {
  const opened = await openWatch(
    server.garden,
    `${collection}?${new URLSearchParams({ watch: "true", ...parameters })}`,
    options,
  );
  open.push(opened);
  return opened;
}

async function versionNow(): Promise<string> {
  const { json } = await server.client.send({ path: `${collection}?limit=1` });
  return stringAt(json, "metadata", "resourceVersion") ?? "";
}

function create(name: string, labels: Readonly<Record<string, string>> = {}) {
  const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name, labels } };
  return server.garden.api.create({ resource: configMaps, namespace }, map);
}

const change = (name: string, patch: object) =>
  server.garden.api.patch({ resource: configMaps, namespace, name }, patch);
const remove = (name: string) => server.garden.api.delete({ resource: configMaps, namespace, name });
const told = ({ type, object }: WatchEvent) => [type, stringAt(object, "metadata", "name")];

test("a watch from a version tells every later change, once and in order", async () => {
  const resourceVersion = await versionNow();
  create("ordered");
  change("ordered", { data: { turn: "missed" } });
  const watching = await watch({ resourceVersion });
  change("ordered", { data: { turn: "live" } });
  remove("ordered");
  const events = [await watching.next(), await watching.next(), await watching.next(), await watching.next()];
  expect(events.map(told)).toEqual(["ADDED", "MODIFIED", "MODIFIED", "DELETED"].map((type) => [type, "ordered"]));
  const versions = events.map(({ object }) => Number(stringAt(object, "metadata", "resourceVersion")));
  expect(versions).toEqual([...versions].sort((a, b) => a - b));
  expect(new Set(versions).size).toBe(4);
});

test("a watch without a version begins with what is there", async () => {
  create("present");
  const watching = await watch({ fieldSelector: "metadata.name=present" });
  expect(told(await watching.next())).toEqual(["ADDED", "present"]);
});

test("to a watcher with a selector, beginning to match is ADDED and ceasing to match is DELETED", async () => {
  const resourceVersion = await versionNow();
  const watching = await watch({ resourceVersion, labelSelector: "team=blue" });
  create("joining", { team: "red" });
  change("joining", { metadata: { labels: { team: "blue" } } });
  change("joining", { data: { key: "value" } });
  change("joining", { metadata: { labels: { team: "red" } } });
  change("joining", { data: { key: "unseen" } });
  create("last", { team: "blue" });
  const events = [await watching.next(), await watching.next(), await watching.next(), await watching.next()];
  expect(events.map(told)).toEqual([
    ["ADDED", "joining"],
    ["MODIFIED", "joining"],
    ["DELETED", "joining"],
    ["ADDED", "last"],
  ]);
});

test("a watch-list sends what is there, then says that this was all", async () => {
  create("listed", { list: "yes" });
  const watching = await watch({
    labelSelector: "list=yes",
    sendInitialEvents: "true",
    resourceVersionMatch: "NotOlderThan",
    allowWatchBookmarks: "true",
  });
  expect(told(await watching.next())).toEqual(["ADDED", "listed"]);
  const end = await watching.next();
  expect(end).toMatchObject({
    type: "BOOKMARK",
    object: { kind: "ConfigMap", metadata: { annotations: { "k8s.io/initial-events-end": "true" } } },
  });
  expect(Number(stringAt(end.object, "metadata", "resourceVersion"))).toBeGreaterThan(0);
});

test("bookmarks move the version on, only for those who asked", async () => {
  const resourceVersion = await versionNow();
  const selection = { resourceVersion, labelSelector: "nobody=has-it" };
  const asking = await watch({ ...selection, allowWatchBookmarks: "true" });
  const silent = await watch({ ...selection, timeoutSeconds: "1" });
  create("elsewhere");
  let reached = Number(resourceVersion);
  while (reached === Number(resourceVersion)) {
    const { type, object } = await asking.next();
    expect(type).toBe("BOOKMARK");
    reached = Number(stringAt(object, "metadata", "resourceVersion"));
  }
  expect(reached).toBeGreaterThan(Number(resourceVersion));
  expect(await silent.rest()).toEqual([]);
});

describe("a watch that cannot begin", () => {
  test("from before what is remembered gets an ERROR event of 410", async () => {
    const watching = await watch({ resourceVersion: "1" });
    expect(await watching.rest()).toMatchObject([{ type: "ERROR", object: { code: 410, reason: "Expired" } }]);
  });

  test.each([
    ["a version from the future", { resourceVersion: "9999999999999999" }, 504],
    ["a version that is none", { resourceVersion: "later" }, 400],
    ["a field that is not offered", { fieldSelector: "data.key=value" }, 400],
    ["a broken timeout", { timeoutSeconds: "soon" }, 400],
    ["initial events without saying how old they may be", { sendInitialEvents: "true" }, 422],
  ])("with %s is refused before it begins", async (_name, parameters, status) => {
    expect((await watch(parameters)).status).toBe(status);
  });
});

test("a watch as Table carries the columns in its first event only", async () => {
  create("tabled", { table: "yes" });
  const accept = "application/json;as=Table;v=v1;g=meta.k8s.io";
  const watching = await watch({ labelSelector: "table=yes" }, { accept });
  const first = await watching.next();
  change("tabled", { data: { key: "value" } });
  const second = await watching.next();
  expect(first.object).toMatchObject({ kind: "Table" });
  expect(listAt(first.object, "columnDefinitions").length).toBeGreaterThan(0);
  expect(listAt(second.object, "columnDefinitions")).toEqual([]);
  expect(listAt(second.object, "rows")).toHaveLength(1);
  expect(fieldAt(listAt(second.object, "rows")[0], "cells")).toContain(1);
});

test("another namespace's changes are not told", async () => {
  const resourceVersion = await versionNow();
  const watching = await watch({ resourceVersion });
  const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "abroad" } };
  server.garden.api.create({ resource: configMaps, namespace: "garden-payments" }, map);
  create("home");
  expect(told(await watching.next())).toEqual(["ADDED", "home"]);
});

test("a person who may not watch gets 403", async () => {
  expect((await watch({}, { as: "stranger" })).status).toBe(403);
});
