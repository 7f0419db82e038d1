import { expect, test } from "vitest";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { readLiveMigration } from "./read-live-migration.ts";

const shootOn = (seedName: string, annotations = {}): Shoot => ({
  metadata: { name: "one", namespace: "garden-a", annotations },
  spec: { seedName, cloudProfile: { name: "aws" }, kubernetes: { version: "1.34.1" }, provider: { type: "aws" } },
});
const live = { "migration.gardener.cloud/live-migrate": "true" };
const seed = { metadata: { name: "seed-a" }, spec: { provider: { type: "aws", region: "eu" } } };
const mapOf = (data: Readonly<Record<string, string>>, annotations = {}): KubeObject & { readonly data: object } => ({
  metadata: { name: "regions", annotations: { "scheduling.gardener.cloud/cloudprofiles": "gcp, aws", ...annotations } },
  data,
});

function reading(maps: readonly KubeObject[] | undefined, after = shootOn("seed-b", live)) {
  const reader = { list: async () => maps };
  return readLiveMigration(reader, { before: shootOn("seed-a"), after }, async () => seed);
}

test("only a live migration to another Seed is looked at", async () => {
  expect(await reading([], shootOn("seed-a", live))).toBeUndefined();
  expect(await reading([], shootOn("seed-b"))).toBeUndefined();
});

test.each<[string, readonly KubeObject[] | undefined, unknown]>([
  [
    "are those of the CloudProfile",
    [mapOf({ eu: "us: 90\nasia: 200" })],
    {
      threshold: 180,
      from: new Map([
        ["us", 90],
        ["asia", 200],
      ]),
    },
  ],
  [
    "have the limit that the operator sets",
    [mapOf({ eu: "us: 90" }, { "migration.gardener.cloud/inter-region-distance-threshold": "50" })],
    { threshold: 50, from: new Map([["us", 90]]) },
  ],
  ["are unmeasured from a region that is not there", [mapOf({ us: "eu: 90" })], { from: undefined }],
])("distances %s", async (_what, maps, expected) => {
  expect((await reading(maps))?.distances).toMatchObject(Object(expected));
});

test("distances are none without a ConfigMap, and not known where it cannot be read", async () => {
  expect((await reading([]))?.distances).toBeNull();
  expect((await reading(undefined))?.distances).toBeUndefined();
  expect((await reading([mapOf({ eu: "{" })]))?.distances).toBeUndefined();
});
