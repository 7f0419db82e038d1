import fc from "fast-check";
import type { ClusterProfile, NewClusterChoices } from "#lib/contract/new-cluster.ts";
import { withZones } from "#lib/create/provider-blocks.ts";
import { startingShoot } from "#lib/create/starting-shoot.ts";
import type { Shoot, Worker } from "#lib/garden/shoot.ts";
import { applyMergePatch } from "#lib/kube/apply-merge-patch.ts";
import { invalidPatches, poolChanges, validPatches } from "./draft-changes.fixture.ts";

/** A profile of the demo landscape on which clusters are created, in a project that has an account for it. */
export interface DraftPlace {
  readonly project: string;
  readonly namespace: string;
  /** Type of the provider, which is also the name of its CloudProfile and of the beginning of its account's. */
  readonly type: string;
  /** Name of the project's own profile; without it the CloudProfile of the provider is used. */
  readonly ownProfile?: string;
}

const providers = ["alicloud", "aws", "azure", "gcp", "hcloud", "local", "metal", "openstack"];

/** The project sandbox has an account for every provider. */
const places: readonly DraftPlace[] = [
  ...providers.map((type) => ({ project: "sandbox", namespace: "garden-sandbox", type })),
  { project: "ml", namespace: "garden-ml", type: "gcp", ownProfile: "ml-gpu" },
];

/** Projects in which drafts are made. */
export const draftProjects: readonly string[] = [...new Set(places.map(({ project }) => project))];

/** A random filling of the form for a new cluster; about half of them have no invalid change. */
export const randomDrafts = fc.record({
  place: fc.constantFrom(...places),
  region: fc.nat({ max: 7 }),
  network: fc.constantFrom("calico", "calico", "cilium"),
  valid: fc.subarray([...validPatches], { maxLength: 4 }),
  invalid: fc.oneof(
    fc.subarray([...invalidPatches], { maxLength: 0 }),
    fc.subarray([...invalidPatches], { maxLength: 2 }),
  ),
  pools: fc.array(
    fc.oneof(fc.constant({}), fc.constantFrom(...poolChanges.valid), fc.constantFrom(...poolChanges.invalid)),
    { minLength: 1, maxLength: 3 },
  ),
  isEverywhere: fc.boolean(),
  isWorkerless: fc.integer({ min: 0, max: 9 }).map((die) => die === 0),
});

export type RandomDraft = typeof randomDrafts extends fc.Arbitrary<infer Value> ? Value : never;

/** What only the owner of a cluster on metal can know. */
const ofOwner = {
  metadata: { annotations: { "cluster.metal-stack.io/tenant": "harborline" } },
  spec: { provider: { infrastructureConfig: { projectID: "p-1", firewall: { networks: ["internet"] } } } },
};

export interface DraftNaming {
  readonly name: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * The Shoot of a random draft.
 * @throws Error if the garden offers no profile for it, or no region with a Seed
 */
export function draftShoot(
  draft: RandomDraft,
  { profiles, accounts }: Pick<NewClusterChoices, "profiles" | "accounts">,
  { name, now }: DraftNaming,
): Shoot {
  const { place, isWorkerless, valid, invalid } = draft;
  const { project, namespace, type } = place;
  const profile = profiles.find((each) => isOf(place, each));
  const regions = profile?.regions.filter(({ seeds = 0 }) => seeds > 0) ?? [];
  const region = regions[draft.region % regions.length];
  if (profile === undefined || region === undefined) throw new Error(`no Seed takes clusters of ${type}`);
  const account = isWorkerless ? undefined : accounts.find((each) => each.name === `${type}-account`)?.name;
  const choices = { project, namespace, name, profile, region: region.name, account, networking: draft.network };
  const start = startingShoot({ ...choices, workerless: isWorkerless, now });
  const workers = isWorkerless ? undefined : poolsOf(draft, start, region);
  const provider = { ...start.spec.provider, ...(workers && { workers }) };
  const placed = withZones({ ...start, spec: { ...start.spec, provider } }, profile);
  const owned = type === "metal" && !isWorkerless ? [ofOwner] : [];
  const merged = [...owned, ...valid, ...invalid].reduce<unknown>(
    (shoot, patch) => applyMergePatch(shoot, patch),
    placed,
  );
  // Two clusters cannot have the same domain.
  return JSON.parse(JSON.stringify(merged).replaceAll("elm.example.org", `${name}.example.org`));
}

function isOf({ type, ownProfile }: DraftPlace, profile: ClusterProfile): boolean {
  if (ownProfile !== undefined) return profile.kind === "NamespacedCloudProfile" && profile.name === ownProfile;
  return profile.kind === "CloudProfile" && profile.type === type;
}

function poolsOf(
  { pools, isEverywhere }: RandomDraft,
  { spec }: Shoot,
  region: ClusterProfile["regions"][number],
): readonly Worker[] {
  const zones = region.zones.map((zone) => zone.name);
  const [first] = spec.provider.workers ?? [];
  if (first === undefined) return [];
  return pools.map((change, index) => ({
    ...first,
    ...(index > 0 && { name: `worker-${index + 1}` }),
    ...(isEverywhere && first.zones && { zones, maximum: 9 }),
    ...change,
  }));
}

/**
 * Fields that the garden names where the form has another, or derives from what is wrong already: a malformed version,
 * or a domain beneath a default domain, which Gardener reads from a Secret.
 */
const namedOtherwise: ReadonlySet<string> = new Set([
  "spec.secretBindingName",
  "spec.kubernetes.kubeControllerManager.nodeCIDRMaskSize",
  "spec.kubernetes.kubeAPIServer.admissionPlugins",
  "spec.dns.providers[0].primary",
  "spec.provider[0].volume",
]);

/**
 * Whether one of the fields with errors is that of the garden's answer, or is in it. A cause without a field is told, and
 * so is one of many in the same list: `The same is wrong 7 more times` stands at the path without places.
 */
export function isFieldTold(field: string, fields: readonly string[]): boolean {
  const ofList = field.replaceAll(/\[\d+\]/g, "");
  return (
    field === "" ||
    namedOtherwise.has(field) ||
    fields.some((own) => own.startsWith(field) || (own === ofList && own !== field))
  );
}
