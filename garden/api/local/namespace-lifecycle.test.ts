import { afterAll, beforeAll, expect, test } from "vitest";
import { type EmbeddedGarden, startEmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { createRawClient, type RawClient } from "#garden/testing/raw-client.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { configMaps, namespaces, shoots } from "#lib/kube/resource.ts";

let garden: EmbeddedGarden;
let client: RawClient;

beforeAll(async () => {
  garden = await startEmbeddedGarden({ life: false, pace: 100_000 });
  client = createRawClient(garden);
});
afterAll(async () => {
  client.close();
  await garden.stop();
});

function makeNamespace(name: string): void {
  garden.api.create({ resource: namespaces }, { metadata: { name } });
  garden.api.create({ resource: configMaps, namespace: name }, { metadata: { name: "settings" } });
}

test("a deleted namespace takes along what is in it", async () => {
  makeNamespace("short-lived");
  const { status } = await client.send({ method: "DELETE", path: "/api/v1/namespaces/short-lived" });
  expect(status).toBe(200);
  expect(garden.api.list({ resource: configMaps, namespace: "short-lived" })).toEqual([]);
  expect(garden.api.get({ resource: namespaces, name: "short-lived" })).toBeUndefined();
});

test("a dry run of it takes nothing", async () => {
  makeNamespace("kept");
  const { status } = await client.send({ method: "DELETE", path: "/api/v1/namespaces/kept?dryRun=All" });
  expect(status).toBe(200);
  expect(garden.api.list({ resource: configMaps, namespace: "kept" })).toHaveLength(1);
  expect(fieldAt(garden.api.get({ resource: namespaces, name: "kept" }), "status", "phase")).toBe("Active");
});

test("a Shoot whose deletion is not confirmed keeps its namespace, which takes nothing new meanwhile", async () => {
  const namespace = "garden-shop";
  const before = garden.api.list({ resource: shoots, namespace }).length;
  expect(before).toBeGreaterThan(0);
  await client.send({ method: "DELETE", path: `/api/v1/namespaces/${namespace}` });
  expect(garden.api.list({ resource: shoots, namespace })).toHaveLength(before);
  expect(garden.api.list({ resource: configMaps, namespace })).toEqual([]);
  expect(fieldAt(garden.api.get({ resource: namespaces, name: namespace }), "status", "phase")).toBe("Terminating");
  const refused = await client.send({
    method: "POST",
    path: `/api/v1/namespaces/${namespace}/configmaps`,
    body: { metadata: { name: "late" } },
  });
  expect(refused).toMatchObject({ status: 403, text: expect.stringContaining("because it is being terminated") });
});
