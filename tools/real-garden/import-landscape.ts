import { createDemoLandscape } from "#garden/landscape/create-demo-landscape.ts";
import type { CloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { GardenAccess } from "./garden-access.ts";
import {
  type ImportRejection,
  importRejectionsOf,
  put,
  putStatus,
  remove,
  replace,
  settle,
  youngProfile,
} from "./import-objects.ts";
import { seedAccounts } from "./landscape-frame.ts";

export interface LandscapeImport {
  /** How many objects were handed in, and how many the garden holds now. */
  readonly handedIn: number;
  readonly taken: number;
  readonly refusals: readonly ImportRejection[];
}

/** The kinds in an order in which each finds those that it refers to. Roles of the garden are not the demo's to say. */
const order = [
  ...["Namespace", "Project", "ServiceAccount", "Secret", "ConfigMap", "CloudProfile", "NamespacedCloudProfile"],
  ...["ExposureClass", "Seed", "Quota", "ResourceQuota", "SecretBinding", "CredentialsBinding", "Shoot"],
];
/** What is in them, servers make themselves. */
const kubernetesOwn = new Set(["default", "kube-system", "kube-public", "kube-node-lease"]);

export function isSeed(object: KubeObject): object is Seed {
  return object.kind === "Seed";
}

export function isShoot(object: KubeObject): object is Shoot {
  return object.kind === "Shoot";
}

export function isProfile(object: KubeObject): object is CloudProfile {
  return object.kind === "CloudProfile";
}

function isIncluded({ kind, metadata, roleRef }: KubeObject & { readonly roleRef?: { readonly name: string } }) {
  if (kubernetesOwn.has(metadata.namespace ?? metadata.name)) return false;
  // Almanac's own roles, and who administers the garden, are the landscape's; all others are Gardener's to make.
  if (["ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding"].includes(kind ?? "")) {
    return metadata.name.startsWith("almanac:") || roleRef?.name === "gardener.cloud:system:administrators";
  }
  return order.includes(kind ?? "");
}

/**
 * What a garden can be handed of the demo's landscape, in the order in which it takes them.
 * @param shoots how many are generated beside the demo's own
 */
export function landscapeToImport(now: Date, shoots = 0): readonly KubeObject[] {
  const { objects } = createDemoLandscape({ now, seed: 1, shoots });
  return objects.filter(isIncluded).sort((a, b) => rank(a) - rank(b));
}

/**
 * Hands the demo's landscape in, object by object, as its owners would have: profiles first without the ends of their
 * versions, which come when the clusters are there, as time brings them; then each status, as a gardenlet would write it.
 *
 * @param isWanted of what the garden does not hold already
 */
export async function importLandscape(
  admin: GardenAccess,
  now: Date,
  isWanted: (object: KubeObject) => boolean = () => true,
): Promise<LandscapeImport> {
  const chosen = landscapeToImport(now).filter(isWanted);
  const refusals: ImportRejection[] = [];
  const made: KubeObject[] = [];
  for (const account of seedAccounts) await put(admin, account);
  for (const object of chosen) {
    const answer = await put(admin, isProfile(object) ? youngProfile(object) : object);
    refusals.push(...importRejectionsOf(object, answer));
    if (answer.code < 300) made.push(object);
  }
  for (const shoot of made.filter(isShoot)) refusals.push(...importRejectionsOf(shoot, await settle(admin, shoot)));
  for (const profile of chosen.filter(isProfile))
    refusals.push(...importRejectionsOf(profile, await replace(admin, profile)));
  for (const object of made) {
    if (isSeed(object) || isShoot(object)) await putStatus(admin, object);
    if (isShoot(object) && object.metadata.deletionTimestamp !== undefined) await remove(admin, object);
  }
  return { handedIn: chosen.length, taken: made.length, refusals };
}

function rank({ kind = "" }: KubeObject): number {
  const at = order.indexOf(kind);
  return at === -1 ? order.length : at;
}
