import type { CloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Project } from "#lib/garden/project.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { createDemoLandscape } from "#server/embedded/landscape/create-demo-landscape.ts";
import type { GardenAccess, GardenAnswer } from "./garden-access.ts";
import { put, putStatus, type Refusal, refusalOf, remove, replace, youngProfile } from "./import-objects.ts";
import { seedAccounts, withAccounts, withPlainDescription } from "./landscape-frame.ts";

export interface Import {
  /** How many objects were handed in, and how many the garden holds now. */
  readonly handedIn: number;
  readonly taken: number;
  /** What was refused as the demo writes it. */
  readonly refusals: readonly Refusal[];
  /** Of these, what was taken once it was mended, so that others could be handed in after it. */
  readonly completed: number;
}

/** The kinds in an order in which each finds those that it refers to. Roles of the garden are not the demo's to say. */
const order = [
  ...["Namespace", "Project", "ServiceAccount", "Secret", "ConfigMap", "CloudProfile", "NamespacedCloudProfile"],
  ...["ExposureClass", "Seed", "Quota", "ResourceQuota", "SecretBinding", "CredentialsBinding", "Shoot"],
];
/** What is in them, servers make themselves. */
const kubernetesOwn = new Set(["default", "kube-system", "kube-public", "kube-node-lease"]);

function isSeed(object: KubeObject): object is Seed {
  return object.kind === "Seed";
}

function isProject(object: KubeObject): object is Project {
  return object.kind === "Project";
}

function isShoot(object: KubeObject): object is Shoot {
  return object.kind === "Shoot";
}

function isProfile(object: KubeObject): object is CloudProfile {
  return object.kind === "CloudProfile";
}

function isIncluded({ kind, metadata, roleRef }: KubeObject & { readonly roleRef?: { readonly name: string } }) {
  if (kubernetesOwn.has(metadata.namespace ?? metadata.name)) return false;
  // Almanac's own roles, and who administers the garden, are the landscape's; all others are Gardener's to make.
  if (kind === "ClusterRole" || kind === "ClusterRoleBinding" || kind === "RoleBinding") {
    return metadata.name.startsWith("almanac:") || roleRef?.name === "gardener.cloud:system:administrators";
  }
  return order.includes(kind ?? "");
}

/**
 * Hands the demo's landscape in, object by object, as its owners would have: profiles first without the ends of their
 * versions, which come when the clusters are there, as time brings them; then each status, as a gardenlet would write it.
 */
export async function importLandscape(admin: GardenAccess, now: Date): Promise<Import> {
  const { objects } = createDemoLandscape({ now, seed: 1, shoots: 0 });
  const chosen = objects.filter(isIncluded).sort((a, b) => rank(a) - rank(b));
  const refusals: Refusal[] = [];
  let [taken, completed] = [0, 0];
  for (const account of seedAccounts) await put(admin, account);
  for (const object of chosen) {
    const answer = await put(admin, isProfile(object) ? youngProfile(object) : object);
    refusals.push(...refusalOf(object, answer));
    if (answer.code < 300) taken += 1;
    else if ((await putCompleted(admin, object))?.code === 201) completed += 1;
  }
  for (const profile of chosen.filter(isProfile)) refusals.push(...refusalOf(profile, await replace(admin, profile)));
  for (const object of chosen) {
    if (isSeed(object) || isShoot(object)) await putStatus(admin, object);
    if (isShoot(object) && object.metadata.deletionTimestamp !== undefined) await remove(admin, object);
  }
  return { handedIn: chosen.length, taken, refusals, completed };
}

/** What many others need, with what the API server missed. */
async function putCompleted(admin: GardenAccess, object: KubeObject): Promise<GardenAnswer | undefined> {
  if (isSeed(object)) return put(admin, withAccounts(object));
  return isProject(object) ? put(admin, withPlainDescription(object)) : undefined;
}

function rank({ kind = "" }: KubeObject): number {
  const at = order.indexOf(kind);
  return at === -1 ? order.length : at;
}
