import "server-only";
import { readReferencedObjects } from "#lib/act/plan/read-named-things.ts";
import type { NewClusterPreview } from "#lib/contract/new-cluster.ts";
import {
  type CompletedDraft,
  checkNewShoot,
  completeDraft,
  type NewShootDraft,
  type NewShootFacts,
  uncheckedParts,
} from "#lib/create/check-new-shoot.ts";
import { expectedLifetime } from "#lib/create/expected-lifetime.ts";
import { clusterSize } from "#lib/create/size.ts";
import { versionsForNewCluster } from "#lib/create/versions-for-new-cluster.ts";
import type { Project } from "#lib/garden/project.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { isDns1123Label } from "#lib/kube/names.ts";
import { controllerRegistrations, projects, seeds as seedResource, shoots } from "#lib/kube/resource.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { emptiedSpec } from "#lib/policy/admission/find-new-shoot-errors.ts";
import type { ReferencedGardenObjects } from "#lib/policy/admission/find-reference-admission-errors.ts";
import { expirationAnnotationPatch } from "#lib/policy/controllers/lifetime.ts";
import { type GardenFacts, gardenReleaseContext, rulesOfShoot } from "#lib/policy/editions/rules-of-shoot.ts";
import { quotaUsesOf } from "#lib/policy/projects/quota-consumption.ts";
import { defaultTolerations } from "#lib/policy/scheduling/tolerations.ts";
import { tolerationsOf } from "#lib/policy/spec-validation/tolerations.ts";
import { prepareProfile } from "#lib/policy/versions/prepared-profile.ts";
import { ok } from "#lib/result.ts";
import { reviewAccessOrUndefined } from "#server/access/access-reviews.ts";
import { type VisibleProject, visibleProjectOf } from "#server/access/visible-project.ts";
import { readShootProfile } from "#server/clusters/read-profile.ts";
import { listBindings } from "#server/credentials/list-bindings.ts";
import { readQuotaUsers } from "#server/credentials/read-quota-users.ts";
import { listAll } from "#server/garden/list-all.ts";
import { readReferencedObject } from "#server/garden/read-referenced-object.ts";
import { findConflictingDomain } from "#server/operations/find-conflicting-domain.ts";
import { referenceReader } from "#server/operations/reference-reader.ts";
import { currentProcessorTimeBudget } from "#server/processor-time/processor-time-budget.ts";
import { runInTimeSlices } from "#server/processor-time/time-slices.ts";
import { shootsPerSeed } from "#server/seeds/shoots-per-seed.ts";
import type { CreationContext } from "./creation-context.ts";
import { dryRunNewCluster, notTried } from "./dry-run-new-cluster.ts";
import { type ReadDraft, readDraft } from "./read-draft.ts";
import { seedsForNewCluster } from "./seeds-for-new-cluster.ts";

/** Two years: covers every date that a profile usually has. */
const horizonMs = 731 * dayMs;

export interface NewClusterRequest {
  readonly token: string;
  readonly project: string;
  /** The Shoot as JSON. */
  readonly shoot: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/**
 * What Gardener would make of a new cluster: errors by field, the garden's dry run, the future of every version, and
 * where the cluster would run. Everything is read with the user's own token, and nothing is written.
 */
export async function previewNewCluster(
  context: CreationContext,
  request: NewClusterRequest,
): Promise<NewClusterPreview> {
  const place = await visibleProjectOf(context, request.token, request.project);
  const read = readDraft(request.shoot, place);
  const garden = await readGarden(context, request, { place, shoot: read.shoot });
  const draft = { shoot: read.shoot, profile: garden.profile, rules: garden.rules, now: context.now() };
  const completed = completeDraft(draft);
  const facts = await readFacts(context, request, { place, completed, garden });
  const errors = checkNewShoot(draft, completed, facts);
  const seeds = seedsForNewCluster(
    { ...garden, profile: garden.selecting, shoot: withDefaultTolerations(completed.shoot, garden.project) },
    garden.seeds,
  );
  const lifetime = expectedLifetime(facts.references?.quotas ?? [], draft.now);
  const imagined = imaginedCluster(completed.shoot, { lifetime, seed: onlySeed(seeds), garden });
  const [tried, versions] = await Promise.all([
    errors.length > 0 ? notTried() : dryRun(context, request, { read, place }),
    forecastVersions(draft, imagined, { garden: garden.garden, signal: request.signal }),
  ]);
  const size = garden.profile.ok ? clusterSize(completed.shoot.spec, garden.profile.value) : undefined;
  return {
    errors: [...errors],
    unchecked: [...uncheckedParts(draft, completed, facts)],
    ...tried,
    ...versions,
    seeds,
    ...(lifetime && { lifetime }),
    ...(size && { size }),
  };
}

/** The only Seed on which the cluster can run now. */
function onlySeed({ expected }: NewClusterPreview["seeds"]): string | undefined {
  return expected?.possible.length === 1 ? expected.possible[0] : undefined;
}

type GardenReadings = Awaited<ReturnType<typeof readGarden>>;

async function readGarden(
  context: CreationContext,
  { token, signal }: NewClusterRequest,
  { place, shoot }: { readonly place: VisibleProject; readonly shoot: Shoot },
) {
  const client = context.withToken(token);
  const [found, garden, project, seeds, scope] = await Promise.all([
    readShootProfile(client, shoot, signal),
    context.gardenFacts(token),
    readReferencedObject<Project>(client, { resource: projects, name: place.name }, signal),
    listAll<Seed>({ client, signal }, seedResource),
    context.scopes.scopeOf(token),
  ]);
  return {
    profile: found.ok ? ok(found.value.spec) : found,
    /** The profile whose Seed selector applies. */
    selecting: found.ok ? (found.value.parent?.spec ?? found.value.spec) : undefined,
    garden,
    rules: rulesOfShoot(shoot, garden),
    project: project ?? undefined,
    projectName: place.name,
    seeds,
    scope,
    counts: shootsPerSeed(scope, context.sources),
  };
}

interface FactsToRead {
  readonly place: VisibleProject;
  readonly completed: CompletedDraft;
  readonly garden: GardenReadings;
}

/** Reads the objects to which the draft refers, and whether its name is in use. */
async function readFacts(
  context: CreationContext,
  { token, signal }: NewClusterRequest,
  { place, completed: { shoot }, garden }: FactsToRead,
): Promise<NewShootFacts> {
  const client = context.withToken(token);
  const reader = referenceReader({
    client,
    may: (attributes) => reviewAccessOrUndefined(context.reviews, token, attributes),
    // Whoever may create clusters in the project learns from the garden that a domain is taken.
    holderOf: async (domain) =>
      findConflictingDomain(context.sources, shoot, domain, { scope: garden.scope, mayChange: false }),
    signal,
  });
  const { name } = shoot.metadata;
  const before = { ...shoot, spec: emptiedSpec(shoot.spec) };
  const known = garden.profile.ok ? prepareProfile(garden.profile.value) : undefined;
  const [named, registrations, state] = await Promise.all([
    readReferencedObjects(reader, { before, after: shoot, project: place.name }, known),
    listAll({ client, signal }, controllerRegistrations),
    isDns1123Label(name) ? reader.stateOf({ resource: shoots, namespace: place.namespace, name }) : "missing",
  ]);
  const reading = { client, signal, scope: garden.scope, sources: context.sources };
  return {
    project: place.name,
    takenNames: state === "forbidden" ? undefined : state === "there" ? [name] : [],
    references: { ...named.references, registrations, ...(await otherUsers(reading, place, named.references)) },
    seeds: garden.seeds,
  };
}

/** Looks up the clusters that count against the quotas of the draft's account already. */
async function otherUsers(
  reading: Parameters<typeof readQuotaUsers>[0],
  { namespace }: VisibleProject,
  { quotas = [] }: ReferencedGardenObjects,
): Promise<Pick<ReferencedGardenObjects, "otherUsersOfQuota">> {
  const limiting = quotas.filter((quota) => quotaUsesOf(quota, []).length > 0);
  const own = limiting.length === 0 ? undefined : await listBindings(reading, namespace);
  if (own === undefined) return {};
  const usersOf = await readQuotaUsers(reading, { quotas: limiting, namespace, own });
  return { otherUsersOfQuota: (quota) => usersOf(quota).users };
}

function dryRun(
  context: CreationContext,
  { token, signal }: NewClusterRequest,
  { read, place: { namespace } }: { readonly read: ReadDraft; readonly place: VisibleProject },
) {
  return dryRunNewCluster(context.withToken(token), read, { namespace, signal });
}

/** Admission adds the project's default tolerations before the scheduler sees the cluster. */
function withDefaultTolerations(shoot: Shoot, project: Project | undefined): Shoot {
  const tolerations = defaultTolerations({
    operation: "create",
    tolerations: tolerationsOf(shoot.spec),
    globalDefaults: [],
    projectDefaults: project?.spec.tolerations?.defaults ?? [],
  });
  return { ...shoot, spec: { ...shoot.spec, tolerations } };
}

interface ExpectedPlace {
  readonly lifetime: NewClusterPreview["lifetime"];
  readonly seed: string | undefined;
  readonly garden: GardenReadings;
}

/** The cluster as it will be: on its Seed, whose Gardener decides which rules apply, and with its end. */
function imaginedCluster({ metadata, ...shoot }: Shoot, { lifetime, seed, garden }: ExpectedPlace): Shoot {
  const version = garden.seeds?.find((each) => each.metadata.name === seed)?.status?.gardener?.version;
  const end = lifetime && expirationAnnotationPatch(lifetime.until);
  return {
    ...shoot,
    metadata: { ...metadata, annotations: { ...metadata.annotations, ...end } },
    ...(version !== undefined && { status: { gardener: { version } } }),
  };
}

async function forecastVersions(
  { profile, rules, now }: NewShootDraft,
  shoot: Shoot,
  { garden, signal }: { readonly garden: GardenFacts; readonly signal: AbortSignal },
): Promise<Pick<NewClusterPreview, "versions" | "images">> {
  if (!profile.ok) return { versions: [], images: [] };
  await currentProcessorTimeBudget()?.requireLeft(signal);
  const horizon = Math.floor((now + horizonMs) / 1000) * 1000;
  const imagined = { shoot, profile: profile.value, release: gardenReleaseContext(garden), rules, now, horizon };
  return runInTimeSlices(versionsForNewCluster(imagined), signal);
}
