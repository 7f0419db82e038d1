import { describe, expect, test } from "vitest";
import type { Seed } from "#lib/garden/seed.ts";
import type { ShootNetworking, ShootSpec, ShootStatus } from "#lib/garden/shoot.ts";
import {
  findLiveMigrationAdmissionErrors,
  findSeedNetworkAdmissionErrors,
  type RegionDistances,
  type SeedMigrationFacts,
} from "./admit-move.ts";

function seed(name: string, region = "eu", more: { readonly type?: string; readonly version?: string } = {}): Seed {
  return {
    metadata: { name },
    spec: {
      provider: { type: more.type ?? "aws", region },
      networks: { nodes: "fd00:a::/48", pods: "fd00:b::/48", services: "10.1.0.0/16" },
    },
    status: { gardener: { version: more.version ?? "v1.150.0" } },
  };
}
const specOn = (seedName: string | null, networking: ShootNetworking = {}): ShootSpec => ({
  seedName,
  kubernetes: { version: "1.34.1" },
  provider: { type: "aws" },
  controlPlane: { highAvailability: { failureTolerance: { type: "node" } } },
  networking,
});

describe("a Shoot that comes to a Seed", () => {
  const told = (
    networking: ShootNetworking,
    { from = null, status = {} }: { from?: string | null; status?: object } = {},
  ) =>
    findSeedNetworkAdmissionErrors({
      old: specOn(from, networking),
      new: specOn("one", networking),
      seed: seed("one"),
      status: status satisfies ShootStatus,
    }).map(({ path, code }) => `${path} ${code}`);
  const dual = { ipFamilies: ["IPv4", "IPv6"] };

  test.each<[string, ShootNetworking, readonly string[]]>([
    ["shares IPv4 ranges with it", { services: "10.1.0.0/16" }, []],
    ["shares no IPv6 ranges", { ...dual, pods: "fd00:a:0:1::/64" }, ["spec.networking.pods NETWORKS_OVERLAP"]],
    ["has IPv6 ranges of its own", { ...dual, pods: "fd00:c::/48" }, []],
    ["is of IPv6 alone, which is not judged", { ipFamilies: ["IPv6"], pods: "fd00:a::/48" }, []],
    [
      "keeps clear of what Gardener reserves",
      { nodes: "241.1.0.0/16", pods: "0.0.0.0/0" },
      [
        "spec.networking.nodes NETWORK_RESERVED",
        ...Array.from({ length: 5 }, () => "spec.networking.pods NETWORK_RESERVED"),
      ],
    ],
  ])("%s", (_what, networking, expected) => {
    expect(told(networking)).toEqual(expected);
  });

  test("keeps clear with the ranges that it was given, too", () => {
    expect(told({}, { status: { networking: { pods: ["10.0.0.0/8", "242.0.0.0/16"] } } })).toEqual([
      "status.networking.pods NETWORK_RESERVED",
    ]);
  });

  test("is not judged where it stays", () => {
    expect(told({ nodes: "241.1.0.0/16" }, { from: "one" })).toEqual([]);
  });
});

describe("a live migration", () => {
  const annotations = { "migration.gardener.cloud/live-migrate": "true" };
  const near: RegionDistances = { name: "regions", threshold: 180, from: new Map([["us", 180]]) };
  const told = (
    to: Seed,
    { distances = near, more = {} }: { distances?: SeedMigrationFacts["distances"]; more?: object } = {},
  ) =>
    findLiveMigrationAdmissionErrors({
      old: specOn("one"),
      new: specOn(to.metadata.name),
      seed: to,
      annotations: { ...annotations, ...more },
      references: { move: { from: seed("one"), distances } },
    }).map(({ code }) => code);

  test.each<[string, Seed, Parameters<typeof told>[1], readonly string[]]>([
    ["within a region", seed("two"), { distances: null }, []],
    ["as far as it may be", seed("two", "us"), {}, []],
    ["further", seed("two", "us"), { distances: { ...near, threshold: 179 } }, ["LIVE_MIGRATION_TOO_FAR"]],
    [
      "further, where that is allowed",
      seed("two", "us"),
      { distances: null, more: { "migration.gardener.cloud/allow-distant-regions": "true" } },
      [],
    ],
    ["to where nobody measured", seed("two", "moon"), {}, ["LIVE_MIGRATION_UNMEASURED"]],
    ["where nobody measured at all", seed("two", "us"), { distances: null }, ["LIVE_MIGRATION_UNMEASURED"]],
    ["to another provider", seed("two", "eu", { type: "gcp" }), {}, ["LIVE_MIGRATION_PROVIDERS"]],
    ["to another release", seed("two", "eu", { version: "v1.149.0" }), {}, ["LIVE_MIGRATION_RELEASES"]],
    ["to an unknown release", seed("two", "eu", { version: "" }), {}, ["LIVE_MIGRATION_RELEASE_UNKNOWN"]],
  ])("%s", (_what, to, given, expected) => {
    expect(told(to, given)).toEqual(expected);
  });

  test("of whose distances one may not know is judged without them", () => {
    const change = { old: specOn("one"), new: specOn("two"), seed: seed("two", "us"), annotations };
    expect(
      findLiveMigrationAdmissionErrors({
        ...change,
        references: { move: { from: seed("one"), distances: undefined } },
      }),
    ).toEqual([]);
    expect(findLiveMigrationAdmissionErrors(change)).toEqual([]);
  });
});
