import { describe, expect, test } from "vitest";
import type { LastOperation } from "#lib/garden/condition.ts";
import type { ShootSpec, ShootStatus } from "#lib/garden/shoot.ts";
import type { GardenerRelease } from "../editions/gardener-release.ts";
import { gardenerRulesOfRelease, newestRules } from "../editions/gardener-rules.ts";
import { evaluateOperation } from "../operations/evaluate.ts";
import {
  highAvailabilitySpec,
  type SeedFields,
  schedulingShootWith,
  seedWith,
  stoppedSeedMetadata,
  zoneSelectionSeedSpec,
} from "../scheduling/scheduling.fixture.ts";
import { checkDestination, type MigrationFacts } from "./check-destination.ts";
import { migrationEffects } from "./migration-effects.ts";
import type { MigrationObjection } from "./migration-objection.ts";

const ready = {
  gardener: { version: "v1.150.0" },
  conditions: ["GardenletReady", "SeedSystemComponentsHealthy"].map((type) => ({ type, status: "True" })),
};
const dns = { internal: { domain: "internal.example" } };
const seed = (name: string, { metadata, spec, status }: SeedFields = {}) =>
  seedWith({ name, ...(metadata && { metadata }), spec: { dns, ...spec }, status: { ...ready, ...status } });
const facts: MigrationFacts = {
  rules: newestRules,
  source: seed("source"),
  profileSelector: null,
  usage: new Map(),
};

function check(
  of: SeedFields,
  more: Partial<MigrationFacts> = {},
  spec: Partial<ShootSpec> = {},
  status: ShootStatus = { seedName: "source" },
) {
  const shoot = { ...schedulingShootWith({ seedName: "source", ...spec }), status };
  const { unchecked, ...found } = checkDestination(shoot, seed("destination", of), { ...facts, ...more });
  const reasonsOf = (objections: readonly MigrationObjection[]) => objections.map(({ reason }) => reason);
  return {
    refusals: reasonsOf(found.refusals),
    dangers: reasonsOf(found.dangers),
    waits: reasonsOf(found.waits),
    doubts: reasonsOf(found.doubts),
    unchecked,
  };
}

const release = (minor: number): GardenerRelease => ({ minor, patch: 0, dev: false });

describe("the destination of a migration", () => {
  test("that is like the source is refused by nobody", () => {
    expect(check({})).toEqual({ refusals: [], dangers: [], waits: [], doubts: [], unchecked: [] });
  });

  test("is another Seed, and the cluster is on one", () => {
    const shoot = schedulingShootWith({ seedName: "source" });
    expect(checkDestination(shoot, seed("source"), facts).refusals).toEqual([{ reason: "already-there" }]);
    expect(checkDestination(schedulingShootWith(), seed("source"), facts).refusals).toEqual([{ reason: "no-source" }]);
  });

  test.each<[string, SeedFields, Partial<MigrationFacts>, readonly string[]]>([
    ["needs a backup", { spec: { backup: null } }, {}, ["destination-without-backup"]],
    [
      "is of no use to a source without backup",
      {},
      { source: seed("source", { spec: { backup: null } }) },
      ["source-without-backup"],
    ],
    [
      "has the same internal domain",
      { spec: { dns: { internal: { domain: "other.example" } } } },
      {},
      ["other-internal-domain"],
    ],
    [
      "is not full",
      { status: { allocatable: { shoots: "1" } } },
      { usage: new Map([["destination", 1]]) },
      ["seed-full"],
    ],
    [
      "is of a provider that the profile selects",
      {},
      { profileSelector: { providerTypes: ["gcp"] } },
      ["profile-providers"],
    ],
    [
      "tells every reason at once",
      { metadata: { deletionTimestamp: "2026-01-01T00:00:00Z" }, spec: { backup: null, taints: [{ key: "a" }] } },
      {},
      ["seed-in-deletion", "taints-not-tolerated", "destination-without-backup"],
    ],
  ])("%s", (_rule, of, more, expected) => {
    expect(check(of, more).refusals).toEqual(expected);
  });

  test("has three zones for a control plane that outlives one", () => {
    const spec = highAvailabilitySpec("zone");
    const of = { spec: { provider: { type: "aws", region: "eu-1", zones: ["a"] } } };
    expect(check(of, {}, spec).refusals).toEqual(["fewer-than-three-zones"]);
  });

  test("serves the default domain that the cluster uses", () => {
    const source = seed("source", { spec: { dns: { ...dns, defaults: [{ domain: "k8s.example" }] } } });
    const own = { dns: { domain: "one.p.own.example" } };
    const used = { dns: { domain: "one.p.k8s.example" } };
    expect(check({}, { source }, own).refusals).toEqual([]);
    expect(check({}, { source }, used).refusals).toEqual(["default-domain-not-served"]);
    const rules = gardenerRulesOfRelease(release(130));
    expect(check({}, { source, rules }, used).refusals).toEqual([]);
  });

  test.each<[string, SeedFields, readonly string[]]>([
    ["is hidden from the scheduler", { spec: { settings: { scheduling: { visible: false } } } }, ["seed-not-visible"]],
    ["wants the zones of the nodes", { spec: zoneSelectionSeedSpec("Enforce", "eu-1z") }, ["zones-enforced"]],
    ["is in another region", { spec: { provider: { type: "aws", region: "us-1" } } }, ["other-seed-region"]],
    ["is of another provider", { spec: { provider: { type: "gcp", region: "eu-1" } } }, ["other-seed-provider"]],
  ])("that %s is accepted, with doubts", (_rule, of, doubts) => {
    expect(check(of)).toMatchObject({ refusals: [], waits: [], doubts });
  });

  test.each<[string, SeedFields, readonly string[]]>([
    ["has another release", { status: { gardener: { version: "v1.149.0" } } }, ["other-release"]],
    ["is not ready", { status: { conditions: [] } }, ["seed-not-ready"]],
    ["has new settings", { metadata: { generation: 2 }, status: { observedGeneration: 1 } }, ["seed-outdated"]],
  ])("that %s is accepted, and Gardener waits", (_rule, of, waits) => {
    expect(check(of)).toMatchObject({ refusals: [], dangers: [], waits, doubts: [] });
  });

  test("that is stopped in an emergency is accepted, and the control plane gets lost on the way", () => {
    expect(check({ metadata: stoppedSeedMetadata })).toMatchObject({
      ...{ refusals: [], dangers: ["destination-stopped"], waits: [], doubts: [] },
    });
    const rules = gardenerRulesOfRelease(release(100));
    expect(check({ metadata: stoppedSeedMetadata }, { rules }).dangers).toEqual([]);
  });

  test("of another provider was refused before Gardener 1.102", () => {
    const of = { spec: { provider: { type: "gcp", region: "eu-1" } } };
    expect(check(of, { rules: gardenerRulesOfRelease(release(101)) }).refusals).toEqual(["other-seed-provider"]);
  });

  test("is not judged by what cannot be read", () => {
    const of = { status: { allocatable: { shoots: "0" } } };
    const unread = { source: undefined, usage: undefined, profileSelector: undefined };
    expect(check(of, unread)).toEqual({
      ...{ refusals: [], dangers: [], waits: [], doubts: [] },
      unchecked: ["source", "capacity", "profile"],
    });
    expect(check({ spec: { dns: {} } }, { rules: gardenerRulesOfRelease(release(126)) }).unchecked).toEqual([
      "internal-domain",
    ]);
  });
});

describe("a cluster that no Seed has created yet", () => {
  const status = { lastOperation: { type: "Create", state: "Pending" } };

  test("migrates nothing: it waits for no equal release, and loses no control plane on a stopped Seed", () => {
    const other = { status: { gardener: { version: "v1.149.0" } } };
    expect(check(other, {}, {}, status)).toMatchObject({ dangers: [], waits: [] });
    expect(check({ metadata: stoppedSeedMetadata }, {}, {}, status)).toMatchObject({
      ...{ dangers: [], waits: ["creation-stopped"] },
    });
    expect(check({ status: { conditions: [] } }, {}, {}, status).waits).toEqual(["seed-not-ready"]);
  });

  test.each([{ seedSilent: true }, { seedNotReady: true }, { seedEmergencyStop: true }])(
    "leaves a Seed that does nothing at once: %o",
    (context) => {
      const decisionOf = (of: ShootStatus) => {
        const shoot = { ...schedulingShootWith({ seedName: "source" }), status: of };
        return evaluateOperation({ id: "migrate-control-plane" }, shoot, 0, context).decision;
      };
      expect(decisionOf(status)).toBe("allow");
      expect(decisionOf({ ...status, seedName: "source" })).toBe("latent");
    },
  );

  test("is not one whose control plane is handed over between two Seeds", () => {
    const moving = { lastOperation: { type: "Migrate", state: "Succeeded" } };
    expect(check({ metadata: stoppedSeedMetadata }, {}, {}, moving).dangers).toEqual(["destination-stopped"]);
  });
});

test("addresses under the Seed's domain change only with the domain", () => {
  const under = (name: string, domain: string) => seed(name, { spec: { ingress: { domain } } });
  const shoot = { ...schedulingShootWith({ seedName: "source" }), status: { seedName: "source" } };
  const effects = (from: string) =>
    migrationEffects(shoot, under("source", from), under("destination", "b.example")).map(({ effect }) => effect);
  expect(effects("a.example")).toContain("seed-addresses");
  expect(effects("b.example")).not.toContain("seed-addresses");
});

describe("a move that is called back", () => {
  const leaving = (lastOperation: LastOperation) => ({
    ...schedulingShootWith({ seedName: "source" }),
    status: { seedName: "host", lastOperation },
  });
  const waiting = leaving({ type: "Reconcile", state: "Succeeded" });
  const host = seed("host", { metadata: stoppedSeedMetadata, status: { gardener: { version: "v1.149.0" } } });

  test.each<[string, LastOperation, boolean]>([
    ["before anything has begun", { type: "Reconcile", state: "Succeeded" }, true],
    ["while a failed reconciliation is all there is", { type: "Reconcile", state: "Failed" }, true],
    ["after an earlier move that was finished", { type: "Restore", state: "Succeeded" }, true],
    ["not once Migrate has begun", { type: "Migrate", state: "Processing" }, false],
    ["not when Migrate was interrupted", { type: "Migrate", state: "Aborted" }, false],
    ["not during Restore", { type: "Restore", state: "Error" }, false],
  ])("is possible %s", (_when, lastOperation, isPossible) => {
    const shoot = leaving(lastOperation);
    const back = evaluateOperation({ id: "migrate-control-plane", seed: "host" }, shoot, 0);
    expect(back.decision).toBe(isPossible ? "allow" : "deny");
    const elsewhere = evaluateOperation({ id: "migrate-control-plane", seed: "third" }, shoot, 0);
    expect(elsewhere).toMatchObject({ decision: "deny", stricterThanServer: true });
  });

  test("has nowhere to arrive, so that only what the garden refuses is in the way", () => {
    const found = checkDestination(waiting, host, { ...facts, host });
    expect(found).toEqual({ refusals: [], dangers: [], waits: [], doubts: [], unchecked: [] });
    const bare = checkDestination(waiting, host, {
      ...facts,
      host,
      source: seed("source", { spec: { backup: null } }),
    });
    expect(bare.refusals).toEqual([{ reason: "source-without-backup", source: "source" }]);
    expect(migrationEffects(waiting, host, host)).toEqual([{ effect: "move-called-back", seed: "host" }]);
  });

  test("is no way to a third Seed, which is compared with the one that hosts the control plane", () => {
    const found = checkDestination(waiting, seed("third"), { ...facts, host });
    expect(found.waits).toEqual([{ reason: "other-release", from: "v1.149.0", to: "v1.150.0" }]);
  });
});
