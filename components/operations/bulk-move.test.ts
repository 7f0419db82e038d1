import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sampleBulkCluster } from "#lib/act/bulk/bulk-run.fixture.ts";
import { type BulkCluster, type BulkIntent, bestSeed } from "#lib/act/bulk/bulk-run.ts";
import { destinationOfMove, isSeedMove } from "#lib/act/plan/move-seed-act.ts";
import type { Seed } from "#lib/garden/seed.ts";
import { seeds } from "#lib/kube/resource.ts";
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
beforeEach(async () => {
  const tab = new TabFetch();
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
