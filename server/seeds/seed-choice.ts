import type { SeedChoice } from "#lib/contract/seeds.ts";
import type { Project } from "#lib/garden/project.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { keyValues, labelSelector, profileSelectorOf, validSeed } from "#lib/garden/valid-seed.ts";
import { listAt, stringAt } from "#lib/kube/field.ts";
import { compareGardenerReleases, parseGardenerRelease } from "#lib/policy/editions/gardener-release.ts";
import { likelyGardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import { type GardenFacts, gardenReleaseContext } from "#lib/policy/editions/rules-of-shoot.ts";
import { checkSeedKubernetesSupport } from "#lib/policy/scheduling/check-seed-kubernetes-support.ts";
import { type ExpectedSeed, type ExpectedSeeds, expectSeeds } from "#lib/policy/scheduling/expected-seeds.ts";
import { type ShootSchedulingResult, scheduleShoot } from "#lib/policy/scheduling/schedule-shoot.ts";
import { responsibleRoleOfExclusion } from "#lib/policy/scheduling/seed-exclusion.ts";
import type { SchedulingFacts } from "#lib/policy/scheduling/seed-filters.ts";
import { findForbiddenTolerations } from "#lib/policy/scheduling/tolerations.ts";
import { describeSeedExclusion, describeSeedKubernetes } from "#lib/words/infrastructure-descriptions.ts";
import { expectedSeedAnswer } from "./expected-seed.ts";

type KeyValue = SeedChoice["tolerations"][number];
type SeedRow = SeedChoice["seeds"][number];

/** What is needed to find Seeds for a Shoot; parts may be unreadable for the user. */
export interface SeedChoiceInput {
  readonly shoot: Shoot;
  readonly seeds: readonly Seed[] | undefined;
  readonly projectName: string;
  readonly project: Project | "forbidden" | "not-found";
  /** `spec` of the CloudProfile. */
  readonly profile: unknown;
  /** Facts about the garden, whose version is that of its scheduler. */
  readonly garden: GardenFacts;
  /** Number of Shoots per Seed; undefined for users who cannot see all Shoots. */
  readonly counts: ReadonlyMap<string, number> | undefined;
}

/** All Seeds with the reasons that exclude them: the current Seed first, then usable ones, then the others. */
export function seedChoice(input: SeedChoiceInput): SeedChoice {
  const { shoot, seeds, project, profile, counts } = input;
  const read = typeof project === "string" ? undefined : project;
  const whitelist = keyValues(listAt(read, "spec", "tolerations", "whitelist"));
  const expected = seeds && expectSeedsOf(input, seeds);
  return {
    seeds: (expected?.verdicts ?? []).map((verdict) => seedRow(input, verdict)).toSorted(byUse),
    ...(expected ? { expected: expectedSeedAnswer(expected, counts !== undefined) } : { unread: "forbidden" }),
    tolerations: tolerationsOf(shoot).map((each) =>
      read === undefined ? each : { ...each, listed: isListed(each, whitelist) },
    ),
    ...(read && { project: { defaults: keyValues(listAt(read, "spec", "tolerations", "defaults")), whitelist } }),
    ...(typeof project === "string" && { projectUnread: project }),
    profileRead: profile !== undefined,
    capacityKnown: counts !== undefined,
  };
}

function seedRow({ shoot }: SeedChoiceInput, { seed, refusedBy, obstacles }: ExpectedSeed): SeedRow {
  const { name } = seed.metadata;
  return {
    name,
    provider: seed.spec.provider.type,
    region: seed.spec.provider.region,
    ...kubernetesOf(seed),
    taints: keyValues(seed.spec.taints ?? []),
    current: name === (shoot.status?.seedName ?? shoot.spec.seedName),
    usable: refusedBy === undefined,
    obstacles: obstacles.map((each) => ({
      sentence: describeSeedExclusion(each),
      reason: each.reason,
      by: responsibleRoleOfExclusion(each),
    })),
  };
}

function kubernetesOf({ status }: Seed): Pick<SeedRow, "kubernetes" | "kubernetesNote"> {
  const kubernetes = stringAt(status, "kubernetesVersion")?.replace(/^v/, "");
  if (!kubernetes) return {};
  const edition = parseGardenerRelease(status?.gardener?.version);
  const note = edition && describeSeedKubernetes(checkSeedKubernetesSupport(kubernetes, edition));
  return { kubernetes, ...(note !== undefined && { kubernetesNote: note }) };
}

/** What is needed to simulate the scheduler. */
export type SchedulingInput = Pick<SeedChoiceInput, "shoot" | "projectName" | "profile" | "garden" | "counts">;

/**
 * Which Seeds pass the scheduler's filters, according to the data that the user can read, when nothing depends on their
 * region.
 */
export function simulateScheduler(input: SchedulingInput, found: readonly Seed[]): ShootSchedulingResult {
  const { shoot, seeds, facts } = scheduledThings(input, found);
  return scheduleShoot(shoot, seeds, facts);
}

/** Which Seeds the scheduler could choose for a Shoot, according to the data that the user can read. */
export function expectSeedsOf(input: SchedulingInput, found: readonly Seed[]): ExpectedSeeds {
  const { shoot, seeds, facts } = scheduledThings(input, found);
  return expectSeeds(shoot, seeds, facts);
}

interface ScheduledThings {
  readonly shoot: Shoot;
  readonly seeds: readonly Seed[];
  readonly facts: SchedulingFacts;
}

/** What the scheduler reads, from data that can have any form. */
function scheduledThings({ shoot, ...input }: SchedulingInput, found: readonly Seed[]): ScheduledThings {
  const { spec } = shoot;
  const asked = { ...spec, tolerations: tolerationsOf(shoot), seedSelector: labelSelector(spec.seedSelector) ?? null };
  return { shoot: { ...shoot, spec: asked }, ...schedulingFactsOf(input, found) };
}

/** The part of what the scheduler reads that does not depend on the Shoot. */
export function schedulingFactsOf(
  { projectName, profile, garden, counts }: Omit<SchedulingInput, "shoot">,
  found: readonly Seed[],
): Omit<ScheduledThings, "shoot"> {
  const seeds = found.map(validSeed);
  // Gardener in the garden is at least as new as the newest gardenlet.
  const releases = seeds.flatMap(({ status }) => parseGardenerRelease(status?.gardener?.version) ?? []);
  const rules = likelyGardenerRules({
    ...gardenReleaseContext(garden),
    gardenlet: releases.toSorted(compareGardenerReleases).at(-1),
  });
  const profileSelector = profileSelectorOf(profile);
  return { seeds, facts: { rules, project: projectName, profileSelector, usage: counts } };
}

function byUse(a: SeedRow, b: SeedRow): number {
  const rank = ({ current, usable }: SeedRow) => (current ? 0 : usable ? 1 : 2);
  return rank(a) - rank(b) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}

function isListed(toleration: KeyValue, projectWhitelist: readonly KeyValue[]): boolean {
  const asked = { operation: "create", tolerations: [toleration], projectWhitelist, globalWhitelist: [] } as const;
  return findForbiddenTolerations(asked).length === 0;
}

function tolerationsOf({ spec }: Shoot): KeyValue[] {
  return keyValues(listAt(spec, "tolerations"));
}
