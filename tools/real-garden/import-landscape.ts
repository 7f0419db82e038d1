import { createDemoLandscape } from "#garden/landscape/create-demo-landscape.ts";
import type { CloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { GardenAccess } from "./garden-access.ts";
import {
  createOrReplaceObject,
  deleteImportedObject,
  type ImportRejection,
  importRejectionsOf,
  markShootReconciled,
  profileWithoutExpirations,
  replaceImportedObject,
  replaceObjectStatus,
} from "./import-objects.ts";
import { seedAccounts } from "./landscape-frame.ts";

export interface LandscapeImport {
  /** Number of objects that were sent. */
  readonly handedIn: number;
  readonly taken: number;
  readonly refusals: readonly ImportRejection[];
}

/** Kinds in the order of the import: each kind follows those that it refers to. RBAC roles are not imported. */
const order = [
  ...["Namespace", "Project", "ServiceAccount", "Secret", "ConfigMap", "CloudProfile", "NamespacedCloudProfile"],
  ...["ExposureClass", "Seed", "Quota", "ResourceQuota", "SecretBinding", "CredentialsBinding", "Shoot"],
];
/** Namespaces whose objects Kubernetes creates itself. */
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
  // Only Almanac's own roles and the administrators of the garden are imported; Gardener creates all other roles.
  if (["ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding"].includes(kind ?? "")) {
    return metadata.name.startsWith("almanac:") || roleRef?.name === "gardener.cloud:system:administrators";
  }
  return order.includes(kind ?? "");
}

/**
 * The objects of the demo landscape that can be imported into a garden, in the order of the import.
 * @param shoots number of Shoots to generate in addition to the demo Shoots
 */
export function landscapeToImport(now: Date, shoots = 0): readonly KubeObject[] {
  const { objects } = createDemoLandscape({ now, seed: 1, shoots });
  return objects.filter(isIncluded).sort((a, b) => rank(a) - rank(b));
}

/** The object as it is created; later it becomes the one of the landscape. */
export function asCreated(object: KubeObject): KubeObject {
  if (isProfile(object)) return profileWithoutExpirations(object);
  if (!isShoot(object)) return object;
  // Gardener maintains a new Shoot at once if this is the time of its window, and nodes in place have no way back.
  const hasWorkers = (object.spec.provider.workers ?? []).length > 0;
  const autoUpdate = { kubernetesVersion: false, ...(hasWorkers && { machineImageVersion: false }) };
  const maintenance = { ...object.spec.maintenance, autoUpdate };
  return { ...object, ...{ spec: { ...object.spec, maintenance } } };
}

/**
 * Imports the demo landscape object by object. Profiles are created first without expiration dates, which are added
 * after the Shoots, because the API server refuses new Shoots with expired versions. Finally, the status of each object
 * is written.
 * @param isWanted whether to import an object that the garden does not contain yet
 */
export async function importLandscape(
  admin: GardenAccess,
  now: Date,
  isWanted: (object: KubeObject) => boolean = () => true,
): Promise<LandscapeImport> {
  const chosen = landscapeToImport(now).filter(isWanted);
  const refusals: ImportRejection[] = [];
  const made: KubeObject[] = [];
  for (const account of seedAccounts) await createOrReplaceObject(admin, account);
  for (const object of chosen) {
    const answer = await createOrReplaceObject(admin, asCreated(object));
    refusals.push(...importRejectionsOf(object, answer));
    if (answer.code < 300) made.push(object);
  }
  for (const shoot of made.filter(isShoot))
    refusals.push(...importRejectionsOf(shoot, await markShootReconciled(admin, shoot)));
  for (const profile of chosen.filter(isProfile))
    refusals.push(...importRejectionsOf(profile, await replaceImportedObject(admin, profile)));
  for (const object of made) {
    if (isSeed(object) || isShoot(object)) await replaceObjectStatus(admin, object);
    if (isShoot(object) && object.metadata.deletionTimestamp !== undefined) await deleteImportedObject(admin, object);
  }
  return { handedIn: chosen.length, taken: made.length, refusals };
}

function rank({ kind = "" }: KubeObject): number {
  const at = order.indexOf(kind);
  return at === -1 ? order.length : at;
}
