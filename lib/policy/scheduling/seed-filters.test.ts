import { describe, expect, test } from "vitest";
import type { ShootSpec } from "#lib/garden/shoot.ts";
import {
  defaultDomainSeedSpec,
  highAvailabilitySpec,
  type SeedFields,
  scheduleOnSeeds,
  schedulingSeedZones,
  schedulingShootWith,
  seedConditionsWithout,
  seedWith,
  stoppedSeedMetadata,
  zoneSelectionSeedSpec,
} from "./scheduling.fixture.ts";

type Case = readonly [
  rule: string,
  shoot: Partial<ShootSpec>,
  seed: SeedFields,
  /** Formats why no Seed was found as `stage: reason, who has to act`. */
  refusal: string,
  text: string,
];

const usable = "none of the 1 seeds is valid for scheduling (not deleting, visible and ready)";

describe("the scheduler leaves out a Seed", () => {
  test.each<Case>([
    [
      "in deletion",
      {},
      { metadata: { deletionTimestamp: "2026-01-01T00:00:00Z" } },
      "usable: seed-in-deletion, Operator",
      usable,
    ],
    [
      "that is hidden from it",
      {},
      { spec: { settings: { scheduling: { visible: false } } } },
      "usable: seed-not-visible, Operator",
      usable,
    ],
    [
      "that was never set up",
      {},
      { status: { lastOperation: null } },
      "usable: seed-not-bootstrapped, Operator",
      usable,
    ],
    [
      "without a ready gardenlet",
      {},
      { status: seedConditionsWithout("GardenletReady") },
      "usable: seed-not-ready, Operator",
      usable,
    ],
    [
      "whose backups are not ready",
      {},
      { status: seedConditionsWithout("BackupBucketsReady") },
      "usable: seed-not-ready, Operator",
      usable,
    ],
    [
      "that the Shoot's selector does not mean",
      { seedSelector: { matchLabels: { tier: "prod" }, matchExpressions: [{ key: "a", operator: "Exists" }] } },
      {},
      "shoot-selector: shoot-selector, Owner",
      "none out of the 1 seeds has the matching labels required by seed selector of 'Shoot' (selector: 'a,tier=prod')",
    ],
    [
      "of another provider",
      {},
      { spec: { provider: { type: "gcp", region: "eu-1", zones: schedulingSeedZones } } },
      "provider: other-provider, Operator",
      'none out of the 1 seeds has a matching provider for "aws"',
    ],
    [
      "with two zones, if the control plane is to survive the loss of one",
      highAvailabilitySpec("zone"),
      { spec: { provider: { type: "aws", region: "eu-1", zones: schedulingSeedZones.slice(1) } } },
      "three-zones: fewer-than-three-zones, Owner",
      "none of the 1 seeds has at least 3 zones for hosting a shoot control plane with failure tolerance type 'zone'",
    ],
    [
      "without a zone that the control plane is pinned to",
      { controlPlane: { zones: ["eu-1a", "eu-1d"] } },
      {},
      "zones: zones-missing, Owner",
      "none of the 1 seeds contains all requested control plane zones [eu-1a eu-1d]",
    ],
    [
      "that enforces zones and has none of the nodes'",
      {},
      { spec: zoneSelectionSeedSpec("Enforce", "eu-1a") },
      "zones: zones-enforced, Owner",
      "none of the 1 seeds has any zone overlap with the shoot's worker pool zones (zone selection mode: Enforce)",
    ],
    [
      "without an access restriction of the Shoot",
      { accessRestrictions: [{ name: "eu-only" }] },
      {},
      "access-restrictions: access-restrictions, Owner",
      "none of the 1 seeds supports the access restrictions configured in the shoot specification",
    ],
    [
      "whose default domain the Shoot uses for another name",
      { dns: { domain: "two.p.example.org" } },
      { spec: defaultDomainSeedSpec },
      "domain: other-domain, Owner",
      'none of the 1 seeds support the domain "two.p.example.org" configured in the shoot specification',
    ],
    [
      "with an emergency stop",
      {},
      { metadata: stoppedSeedMetadata },
      "emergency-stop: emergency-stop, Operator",
      "none of the 1 seeds have enabled shoot reconciliations currently",
    ],
    [
      "whose IPv6 ranges are the Shoot's, too",
      { networking: { pods: "fd00:10::/56" } },
      {},
      "candidates: networks-overlap, Owner",
      '0/1 seed cluster candidate(s) are eligible for scheduling: {s => invalid networks: [Invalid value: "fd00:10::/56": shoot pod network intersects with seed pod network]}',
    ],
    [
      "with a taint that is not tolerated",
      {},
      { spec: { taints: [{ key: "a" }] } },
      "candidates: taints-not-tolerated, Operator",
      "0/1 seed cluster candidate(s) are eligible for scheduling: {s => shoot does not tolerate the seed's taints}",
    ],
    [
      "that is full",
      {},
      { status: { allocatable: { shoots: "0" } } },
      "candidates: seed-full, Operator",
      "0/1 seed cluster candidate(s) are eligible for scheduling: {s => seed does not have available capacity for shoots}",
    ],
    [
      "of another region",
      { cloudProfile: { name: "aws" } },
      { spec: { provider: { type: "aws", region: "us-1", zones: schedulingSeedZones } } },
      "strategy: other-region, Owner",
      "no matching seed candidate found for Configuration (Cloud Profile 'aws', Region 'eu-1', SeedDeterminationStrategy 'SameRegion')",
    ],
  ])("%s", (_rule, spec, fields, refusal, text) => {
    const [stage, reason, turn] = refusal.split(/[:,] /);
    expect(scheduleOnSeeds(schedulingShootWith(spec), [seedWith(fields)])).toMatchObject({
      outcome: "pending",
      stage,
      turns: [turn],
      text: `Failed to schedule Shoot: ${text}`,
      verdicts: [{ refusedBy: stage, obstacles: [{ reason }] }],
    });
  });

  test("that the CloudProfile's selector does not mean, and any provider that it names is right", () => {
    const gcp = seedWith({ metadata: { labels: { tier: "a" } }, spec: { provider: { type: "gcp", region: "eu-1" } } });
    const profileSelector = { matchLabels: { tier: "a" }, providerTypes: ["*"] };
    const asked = { profileSelector, strategy: undefined };
    expect(scheduleOnSeeds(schedulingShootWith(), [gcp, seedWith()], asked)).toMatchObject({
      outcome: "scheduled",
      verdicts: [{ obstacles: [] }, { refusedBy: "profile-selector" }],
    });
  });

  test("that only prefers its zones, if another has a zone of the nodes, and takes it where none has", () => {
    const [far, near] = [
      seedWith({ name: "far", spec: zoneSelectionSeedSpec("Prefer", "eu-1a") }),
      seedWith({ name: "near", spec: zoneSelectionSeedSpec("Prefer", "eu-1b") }),
    ];
    expect(scheduleOnSeeds(schedulingShootWith(), [far, near])).toMatchObject({
      seed: "near",
      verdicts: [{ refusedBy: "zones", obstacles: [{ reason: "zones-preferred" }] }, { obstacles: [] }],
    });
    expect(scheduleOnSeeds(schedulingShootWith(), [far])).toMatchObject({ seed: "far" });
  });

  test("for every obstacle that there is, the first of them being the one that the scheduler stops at", () => {
    const seed = seedWith({
      metadata: stoppedSeedMetadata,
      spec: {
        provider: { type: "aws", region: "eu-1", zones: schedulingSeedZones.slice(1) },
        settings: { scheduling: { visible: false } },
      },
    });
    const [verdict] = scheduleOnSeeds(schedulingShootWith(highAvailabilitySpec("zone")), [seed]).verdicts;
    expect(verdict?.refusedBy).toBe("usable");
    expect(verdict?.obstacles.map(({ reason }) => reason)).toEqual([
      "seed-not-visible",
      "fewer-than-three-zones",
      "emergency-stop",
    ]);
  });
});
