import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sampleBulkCluster } from "#lib/act/bulk/bulk-run.fixture.ts";
import { type BulkCluster, type BulkIntent, bestSeed } from "#lib/act/bulk/bulk-run.ts";
import { destinationOfMove, isSeedMove } from "#lib/act/plan/move-seed-act.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { seeds, shoots } from "#lib/kube/resource.ts";
import { startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { TabFetch } from "#server/testing/tab-fetch.ts";
import { createBulkRunDependencies } from "./create-bulk-run-dependencies.ts";

// The clock stands still, so that only requests change objects.
const demo = startDemoTestBed({
  garden: { speed: 0 },
  people: ["operator"],
  // Nothing speaks against two Seeds.
  plant: ({ api }) => {
    for (const name of ["aws-eu3", "ali-eu1"]) {
      const like = { provider: { type: "aws", region: "eu-central-1" }, settings: { scheduling: { visible: true } } };
      const { metadata } = api.patch<Seed>({ resource: seeds, name }, { spec: like });
      const status = { observedGeneration: metadata.generation };
      api.patch({ resource: seeds, name, subresource: "status" }, { status });
    }
  },
});
const intent: BulkIntent = { kind: "move-seed", seed: bestSeed };

let client: QueryClient;
let tab: TabFetch;
beforeEach(async () => {
  tab = new TabFetch();
  vi.stubGlobal("fetch", tab.fetch);
  await tab.signIn("operator");
  client = new QueryClient();
});
afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
});

function clusterOf(project: string, name: string, more: Partial<BulkCluster> = {}): BulkCluster {
  return sampleBulkCluster(name, { project, uid: demo.shoot(project, name).metadata.uid ?? "", ...more });
}

async function destinationOf(cluster: BulkCluster, chosen?: Map<string, string>): Promise<string | undefined> {
  const previewed = await createBulkRunDependencies(client, chosen).preview(intent, cluster);
  if (!previewed.ok) throw new Error(previewed.error);
  const { act } = previewed.value;
  return isSeedMove(act) ? destinationOfMove(act) : undefined;
}

test("the best Seed counts the clusters that the same plan moves there", async () => {
  const cluster = clusterOf("shop", "preview-apps");
  const best = await destinationOf(cluster);
  expect(best).toBeDefined();
  const chosen = new Map([["uid-other", best ?? ""]]);
  const next = await destinationOf(cluster, chosen);
  expect([best, next].toSorted()).toEqual(["ali-eu1", "aws-eu3"]);
  expect(chosen.get(cluster.uid)).toBe(next);
});

test("a cluster moves to the Seed of the confirmed plan, although another one is the best by now", async () => {
  const best = await destinationOf(clusterOf("shop", "preview-apps"));
  const destination = best === "aws-eu3" ? "ali-eu1" : "aws-eu3";
  await expect(destinationOf(clusterOf("shop", "preview-apps", { destination }))).resolves.toBe(destination);
});

test("a cluster that cannot move now is left out with the reason, and takes no place on a Seed", async () => {
  const shoot = demo.embedded.api
    .list<Shoot>({ resource: shoots })
    .find(({ metadata }) => metadata.deletionTimestamp !== undefined);
  if (shoot === undefined) throw new Error("the demo has no cluster in deletion");
  const cluster = clusterOf((shoot.metadata.namespace ?? "").replace(/^garden-/, ""), shoot.metadata.name);
  const chosen = new Map<string, string>();
  expect(await createBulkRunDependencies(client, chosen).preview(intent, cluster)).toMatchObject({
    ok: false,
    error: expect.stringContaining("being deleted"),
  });
  expect(chosen).toEqual(new Map());
});

test("a cluster whose preview is refused or fails takes no place on the Seed that was chosen for it", async () => {
  const cluster = clusterOf("shop", "preview-apps");
  const chosen = new Map<string, string>();
  const { preview } = createBulkRunDependencies(client, chosen);
  expect(await preview({ kind: "move-seed", seed: "os-south1" }, cluster)).toMatchObject({
    value: { digest: { refusal: expect.any(String) } },
  });
  expect(chosen).toEqual(new Map());
  tab.before = (asked) => {
    if (asked.startsWith("POST")) throw new TypeError("the network is down");
  };
  await expect(preview(intent, cluster)).rejects.toThrow();
  expect(tab.asked.at(-1)).toContain("POST");
  expect(chosen).toEqual(new Map());
});
