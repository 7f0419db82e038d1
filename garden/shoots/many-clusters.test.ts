import { expect, test } from "vitest";
import { createShootApiClient } from "#garden/testing/create-shoot-api-client.fixture.ts";
import { listInShoot, sendToShoot } from "#garden/testing/send-to-shoot.fixture.ts";
import { startRawGardenForTests } from "#garden/testing/start-raw-garden-for-tests.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { shoots } from "#lib/kube/resource.ts";

const server = startRawGardenForTests({ now: new Date("2026-08-10T09:30:00Z"), speed: 0, shoots: 130 });

test("what users wrote in a cluster stays while more clusters are opened than are held; an untouched one looks the same", async () => {
  const running = server.garden.api
    .list<Shoot>({ resource: shoots })
    .filter(({ status }) => status?.lastOperation?.state === "Succeeded" && status.hibernated !== true)
    .filter(
      ({ spec, status }) => (spec.provider.workers ?? []).length > 0 && (status?.advertisedAddresses ?? []).length > 0,
    );
  const configs = await Promise.all(
    running.map(async ({ metadata }) => {
      const key = `${metadata.namespace}/${metadata.name}`;
      return (await createShootApiClient(server.garden, key)).config;
    }),
  );
  expect(configs.length).toBeGreaterThan(110);
  const [written, untouched, ...others] = configs;
  if (!written || !untouched) throw new Error("there are no clusters");
  const budget = "/apis/policy/v1/namespaces/apps/poddisruptionbudgets/api";
  expect((await sendToShoot(written, budget, { method: "DELETE" })).status).toBe(200);
  const uids = async () => (await listInShoot(untouched, "/api/v1/pods")).map(({ metadata }) => metadata.uid);
  const before = await uids();
  for (const config of others) await listInShoot(config, "/api/v1/nodes");
  expect((await sendToShoot(written, budget)).status).toBe(404);
  expect(await uids()).toEqual(before);
}, 60_000);
