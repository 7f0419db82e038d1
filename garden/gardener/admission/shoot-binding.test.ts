import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  accountCredentialsBinding,
  cloudProfileWith,
  createSmallGarden,
  projectNamespace,
  readySeed,
  reconciledShoot,
  rejectionStatusOf,
  smallGardenRelease,
} from "#garden/testing/small-garden.fixture.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot, ShootSpec, ShootStatus, Worker } from "#lib/garden/shoot.ts";
import { shoots } from "#lib/kube/resource.ts";
import { parseGardenerRelease } from "#lib/policy/editions/gardener-release.ts";
import { likelyGardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import { gardenReleaseContext } from "#lib/policy/editions/rules-of-shoot.ts";
import { checkDestination } from "#lib/policy/migration/check-destination.ts";
import { countShootsBySeed } from "#lib/policy/scheduling/schedule-shoot.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";

const now = new Date("2026-03-01T10:00:00Z");
const selector = { matchLabels: { tier: "gold" }, providerTypes: ["local"] };
const profile = cloudProfileWith({
  kubernetes: { versions: [{ version: "1.33.4", classification: "supported" }] },
  machineImages: [
    { name: "gl", versions: [{ version: "2.0.0", cri: [{ name: "containerd" }], architectures: ["amd64"] }] },
  ],
  machineTypes: [{ name: "m" }],
  regions: [{ name: "here" }],
});
const pool: Worker = {
  name: "pool",
  minimum: 1,
  maximum: 1,
  machine: { type: "m", architecture: "amd64", image: { name: "gl", version: "2.0.0" } },
};
const backup = {
  provider: "local",
  credentialsRef: { apiVersion: "v1", kind: "Secret", name: "backup", namespace: "garden" },
};
const rules = likelyGardenerRules({
  ...gardenReleaseContext({ release: smallGardenRelease }),
  gardenlet: parseGardenerRelease(smallGardenRelease),
});

/** What may be wrong with a Seed, each by its name. */
const seedFlaws = {
  leaving: (seed: Seed): Seed => ({
    ...seed,
    metadata: { ...seed.metadata, deletionTimestamp: "2026-03-01T09:00:00Z", finalizers: ["gardener"] },
  }),
  tainted: (seed: Seed): Seed => ({ ...seed, spec: { ...seed.spec, taints: [{ key: "reserved" }] } }),
  full: (seed: Seed): Seed => ({ ...seed, status: { ...seed.status, allocatable: { shoots: "0" } } }),
  open: (seed: Seed): Seed => ({ ...seed, status: { ...seed.status, allocatable: { shoots: "1" } } }),
  unselected: (seed: Seed): Seed => ({ ...seed, metadata: { ...seed.metadata, labels: { tier: "tin" } } }),
  abroad: (seed: Seed): Seed => ({ ...seed, spec: { ...seed.spec, provider: { type: "other", region: "there" } } }),
  bare: ({ spec: { backup: _none, ...spec }, ...seed }: Seed): Seed => ({ ...seed, spec }),
  renamed: (seed: Seed): Seed => withDns(seed, { internal: { domain: "elsewhere" } }),
  serving: (seed: Seed): Seed => withDns(seed, { defaults: [{ domain: "k8s.example" }] }),
  zonal: (seed: Seed): Seed => ({
    ...seed,
    spec: { ...seed.spec, provider: { ...seed.spec.provider, zones: ["a", "b", "c"] } },
  }),
  restricted: (seed: Seed): Seed => ({ ...seed, spec: Object.assign({}, seed.spec, restrictions) }),
  overlapping: (seed: Seed): Seed => ({ ...seed, spec: { ...seed.spec, networks: { pods: "fd00:1::/48" } } }),
} as const;
const restrictions = { accessRestrictions: [{ name: "eu-only" }] };

function withDns(seed: Seed, more: object): Seed {
  return { ...seed, spec: { ...seed.spec, dns: Object.assign({}, seed.spec.dns, more) } };
}

/** What a Shoot asks of its Seed, each by its name. */
const shootWishes: Readonly<Record<string, Partial<ShootSpec>>> = {
  tolerant: { tolerations: [{ key: "reserved" }] },
  restricted: { accessRestrictions: [{ name: "eu-only" }] },
  zonal: { controlPlane: { highAvailability: { failureTolerance: { type: "zone" } } } },
  domain: { dns: { domain: "oak.orchard.k8s.example" } },
  dual: {
    networking: {
      type: "calico",
      ipFamilies: ["IPv4", "IPv6"],
      nodes: "10.9.0.0/16",
      pods: "fd00:1:0:1::/64",
      services: "10.8.0.0/16",
    },
  },
  asleep: { hibernation: { enabled: true } },
};
const states: readonly ShootStatus[] = [
  {},
  { lastOperation: { type: "Migrate", state: "Processing" } },
  { lastOperation: { type: "Restore", state: "Failed" } },
];

function seedOf(name: string, flaws: readonly (keyof typeof seedFlaws)[]): Seed {
  const ready = readySeed(name);
  const sound: Seed = {
    ...ready,
    metadata: { ...ready.metadata, labels: { tier: "gold" } },
    spec: { ...ready.spec, backup },
  };
  return flaws.reduce((seed, flaw) => seedFlaws[flaw](seed), sound);
}

function shootOf(wishes: readonly string[], status: ShootStatus): Shoot {
  const spec: ShootSpec = {
    region: "here",
    credentialsBindingName: "account",
    kubernetes: { version: "1.33.4" },
    provider: { type: "local", workers: [pool] },
    networking: { type: "calico", nodes: "10.9.0.0/16", pods: "10.10.0.0/16", services: "10.8.0.0/16" },
    seedName: "source",
  };
  const wished: ShootSpec = Object.assign({}, spec, ...wishes.map((wish) => shootWishes[wish]));
  return reconciledShoot({ name: "oak", spec: wished, status: { seedName: "source", ...status } });
}

interface Case {
  readonly source: readonly (keyof typeof seedFlaws)[];
  readonly destination: readonly (keyof typeof seedFlaws)[];
  readonly wishes: readonly string[];
  readonly selects: boolean;
  readonly status: ShootStatus;
}

function gardenOf({ source, destination, wishes, selects, status }: Case) {
  const seeds = [seedOf("source", source), seedOf("destination", destination)];
  const selecting = selects ? { ...profile, spec: { ...profile.spec, seedSelector: selector } } : profile;
  const shoot = shootOf(wishes, status);
  return { garden: createSmallGarden(now, [selecting, accountCredentialsBinding, ...seeds, shoot]), seeds };
}

/** Moves the Shoot `oak` through shoots/binding. Returns the message with which the garden refuses it, if it does. */
function bind(given: Case, change: (shoot: Shoot) => Shoot): string | undefined {
  const { api, shoot } = gardenOf(given).garden;
  const target = { resource: shoots, namespace: projectNamespace, name: "oak", subresource: "binding" } as const;
  return rejectionStatusOf(() => api.update<Shoot>(target, change(shoot("oak"))))?.message;
}

const moved = (shoot: Shoot): Shoot => ({ ...shoot, spec: { ...shoot.spec, seedName: "destination" } });
const plain: Case = { source: [], destination: [], wishes: [], selects: false, status: {} };

const flawNames = fc.subarray(["leaving", "bare", "renamed", "serving", "abroad"] as const);
const cases = fc.record<Case>({
  source: flawNames,
  destination: fc.subarray(
    [
      ...(["leaving", "tainted", "full", "open", "unselected", "abroad", "bare", "renamed", "serving"] as const),
      ...(["zonal", "restricted", "overlapping"] as const),
    ],
    { maxLength: 4 },
  ),
  wishes: fc.subarray(Object.keys(shootWishes), { maxLength: 3 }),
  selects: fc.boolean(),
  status: fc.constantFrom(...states),
});

describe("a control plane moves to another Seed", () => {
  test("exactly when the policy finds nothing that the garden refuses", () => {
    const seen = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(cases, (given) => {
        const { garden, seeds } = gardenOf(given);
        const [source, destination] = seeds;
        if (source === undefined || destination === undefined) throw new Error("there are two Seeds");
        const { refusals } = checkDestination(garden.shoot("oak"), destination, {
          rules,
          source,
          profileSelector: given.selects ? selector : null,
          usage: countShootsBySeed(garden.api.list({ resource: shoots })),
        });
        const refused = bind(given, moved);
        seen[refused === undefined ? "accepted" : "refused"] += 1;
        expect({ refused: refused !== undefined, refused_because: refused }).toEqual({
          refused: refusals.length > 0,
          refused_because: refused,
        });
      }),
      { numRuns: caseCount(150, 4_000), seed: 7 },
    );
    expect(seen.accepted).toBeGreaterThan(10);
    expect(seen.refused).toBeGreaterThan(20);
  });

  test.each<[string, Partial<Case>, RegExp]>([
    ["one that is being deleted", { destination: ["leaving"] }, /already marked for deletion$/],
    ["one whose taints it does not tolerate", { destination: ["tainted"] }, /taints are not tolerated by the shoot$/],
    ["one without its restrictions", { wishes: ["restricted"] }, /support the access restrictions of the shoot$/],
    ["a full one", { destination: ["full"] }, /maximum number of shoots scheduled on it \(0\)$/],
    ["one that the profile does not select", { selects: true, destination: ["unselected"] }, /not matching the labels/],
    ["one of a provider that the profile leaves out", { selects: true, destination: ["abroad"] }, /provider types/],
    ["one without backup", { destination: ["bare"] }, /backup is not configured for seed "destination"$/],
    ["any, from one without backup", { source: ["bare"] }, /backup is not configured for old seed "source"$/],
    [
      "one with another internal domain",
      { destination: ["renamed"] },
      /internal domain would change from "internal" to "elsewhere"$/,
    ],
    [
      "one that does not serve its domain",
      { source: ["serving"], wishes: ["domain"] },
      /not supported by the new seed/,
    ],
    ["one with too few zones", { wishes: ["zonal"] }, /at least 3 zones are required$/],
  ])("not to %s", (_what, given, expected) => {
    expect(bind({ ...plain, ...given }, moved)).toMatch(expected);
  });

  test("and nothing else changes in the same request", () => {
    const also = (shoot: Shoot) => {
      const { spec, ...rest } = moved(shoot);
      return { ...rest, spec: { ...spec, hibernation: { enabled: true } } };
    };
    expect(bind(plain, also)).toMatch(/only spec\.seedName can be changed using the binding subresource/);
    expect(bind(plain, (shoot) => shoot)).toBe(
      "update of binding rejected, shoot is already assigned to the same seed",
    );
    const unset = ({ spec: { seedName: _seed, ...spec }, ...shoot }: Shoot) => ({ ...shoot, spec });
    expect(bind(plain, unset)).toMatch(/already set to 'source' and cannot be changed to 'nil'$/);
  });

  test("through shoots/binding only, with a new generation, even where changes wait for the window", () => {
    const { api, shoot } = gardenOf(plain).garden;
    const target = { resource: shoots, namespace: projectNamespace, name: "oak" };
    expect(rejectionStatusOf(() => api.patch<Shoot>(target, { spec: { seedName: "destination" } }))?.message).toMatch(
      /use the shoots\/binding subresource/,
    );
    api.patch<Shoot>(target, { spec: { maintenance: { confineSpecUpdateRollout: true } } });
    const { generation = 0 } = shoot("oak").metadata;
    const { metadata, spec } = api.update<Shoot>({ ...target, subresource: "binding" }, moved(shoot("oak")));
    expect([spec.seedName, metadata.generation]).toEqual(["destination", generation + 1]);
  });
});
