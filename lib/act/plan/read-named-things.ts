import type { CloudProfile, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Project } from "#lib/garden/project.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { validSeed } from "#lib/garden/valid-seed.ts";
import type { ResourceAttributes } from "#lib/kube/access-review.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { isDns1123Subdomain } from "#lib/kube/names.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import {
  cloudProfiles,
  configMaps,
  controllerRegistrations,
  credentialsBindings,
  exposureClasses,
  type KubeResource,
  namespacedCloudProfiles,
  projects,
  quotas,
  secretBindings,
  secrets,
  seeds,
} from "#lib/kube/resource.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { findChangedExpiration, newlyRequestsManagedIssuer } from "#lib/policy/admission/admit-annotations.ts";
import type { ConflictingDomain, DnsDomainAdmissionInput } from "#lib/policy/admission/find-domain-admission-errors.ts";
import type {
  CredentialsBindingAccess,
  LookedUpObject,
  ReferencedGardenObjects,
} from "#lib/policy/admission/find-reference-admission-errors.ts";
import {
  newlyReferencedObjects,
  type ReferencedObject,
  type ReferencedObjectState,
  type ReferencedObjectStates,
  referencedObjectKey,
} from "#lib/policy/admission/named-objects.ts";
import { effectiveProfile, type ProfileReference, profileReference } from "#lib/policy/profiles/effective-profile.ts";
import { type PreparedProfile, prepareProfile } from "#lib/policy/versions/prepared-profile.ts";
import type { ReferencedObjects } from "./preview-sources.ts";
import { type NamespacedLabelSelector, readLiveMigration, type SeedMoveReader } from "./read-live-migration.ts";

/** Secret in which an operator configures an issuer of service account tokens for Shoots. */
const issuerOfShoots: NamespacedLabelSelector = {
  namespace: "garden",
  labelSelector: "gardener.cloud/role=shoot-service-account-issuer",
};

/** Maximum number of looked-up objects: a change usually refers to a few, but a patch may name thousands. */
export const maxReferencedObjects = 20;

/** Reader of the objects that a Shoot refers to, with the user's permissions. */
export interface ReferenceReader extends SeedMoveReader {
  /** Returns whether an object exists, without reading its content. */
  stateOf(target: ObjectTarget): Promise<ReferencedObjectState>;
  get<Thing extends KubeObject>(target: ObjectTarget): Promise<LookedUpObject<Thing>>;
  /** Whether any object matches the selector, without reading its content; undefined if listing is forbidden. */
  any(resource: KubeResource, among: NamespacedLabelSelector): Promise<boolean | undefined>;
  /** Returns another Shoot with a conflicting domain, as far as the user may know about it. */
  holderOf(domain: string): Promise<ConflictingDomain | undefined>;
  /** Returns whether the user has a permission; undefined if the garden could not answer. */
  may(attributes: ResourceAttributes): Promise<boolean | undefined>;
}

interface Sides {
  readonly before: Shoot;
  readonly after: Shoot;
  /** Name of the project that contains the Shoot. */
  readonly project: string;
}

/**
 * Looks up the objects that a changed Shoot refers to. Unchanged references are skipped, except for the Seed. If the
 * spec stays the same, only objects needed to check annotations are read.
 */
export async function readReferencedObjects(
  reader: ReferenceReader,
  sides: Sides,
  known: PreparedProfile | undefined,
): Promise<ReferencedObjects> {
  const { before, after, project } = sides;
  const named = <Thing extends KubeObject>(resource: KubeResource, name: string | null | undefined) =>
    lookUp<Thing>(reader, resource, { name, namespace: after.metadata.namespace });
  const isLengthened = findChangedExpiration(sides) !== undefined;
  const hasIssuer = newlyRequestsManagedIssuer(sides) ? await reader.any(secrets, issuerOfShoots) : undefined;
  if (semanticallyEqual(before.spec, after.spec)) {
    const ofAccount = isLengthened ? await readQuotas(reader, after) : undefined;
    return { references: { quotas: ofAccount, hasIssuer }, seed: undefined, profile: undefined };
  }
  const differs = (field: string) => !semanticallyEqual(fieldAt(before.spec, field), fieldAt(after.spec, field));
  const needsMore = differs("provider") || differs("addons") || isLengthened;
  const domain = stringAt(after.spec.dns, "domain");
  const [[seed, step, bindings], [ofProject, exposureClass, registrations, ofAccount], [holder, objects, move]] =
    await Promise.all([
      Promise.all([
        named<Seed>(seeds, after.spec.seedName),
        readProfiles(reader, sides, known),
        differs("credentialsBindingName") || differs("secretBindingName") ? readBindings(reader, sides) : {},
      ]),
      Promise.all([
        differs("tolerations") ? named<Project>(projects, project) : undefined,
        differs("exposureClassName") ? named(exposureClasses, after.spec.exposureClassName) : undefined,
        differs("extensions") ? reader.list(controllerRegistrations) : undefined,
        needsMore ? readQuotas(reader, after) : undefined,
      ]),
      Promise.all([
        domain === undefined ? undefined : reader.holderOf(domain),
        readNamedObjects(reader, sides),
        readLiveMigration(reader, sides, named<Seed>),
      ]),
    ]);
  const references = {
    quotas: ofAccount,
    hasIssuer,
    objects,
    move,
    project: ofProject,
    exposureClass,
    ...bindings,
    profiles: step?.profiles,
    registrations,
    domains: { shoot: after.metadata.name, project, defaults: defaultDomains(seed), holder },
  };
  return { references, seed: seed ? validSeed(seed) : undefined, profile: step?.profile };
}

/** Looks up newly referenced ConfigMaps and Secrets, up to `maxReferencedObjects`. */
async function readNamedObjects(reader: ReferenceReader, { before, after }: Sides): Promise<ReferencedObjectStates> {
  const named = newlyReferencedObjects({ old: before.spec, new: after.spec });
  const wanted = [...new Map(named.map((object) => [referencedObjectKey(object), object]))].slice(
    0,
    maxReferencedObjects,
  );
  const states = wanted.map(async ([key, object]) => [key, await stateOf(reader, object, after)] as const);
  return new Map(await Promise.all(states));
}

/** Returns whether an object exists. An invalid name is not looked up, because no such object can exist. */
async function stateOf(
  reader: ReferenceReader,
  { kind, name }: ReferencedObject,
  { metadata }: Shoot,
): Promise<ReferencedObjectState> {
  if (!isDns1123Subdomain(name)) return "missing";
  const resource = kind === "Secret" ? secrets : configMaps;
  return reader.stateOf({ resource, namespace: metadata.namespace ?? "", name });
}

/** Default domains of the Seed. The landscape's default domains, used otherwise, are in Secrets of the garden. */
function defaultDomains(seed: LookedUpObject<Seed>): DnsDomainAdmissionInput["defaults"] {
  const domains = listAt(seed, "spec", "dns", "defaults").flatMap((one) => stringAt(one, "domain") ?? []);
  return domains.length > 0 ? domains : undefined;
}

/** An invalid name is not looked up, because no such object can exist. */
async function lookUp<Thing extends KubeObject>(
  reader: Pick<ReferenceReader, "get">,
  resource: KubeResource,
  { name, namespace }: { readonly name: string | null | undefined; readonly namespace: string | undefined },
): Promise<LookedUpObject<Thing>> {
  if (!name) return undefined;
  if (!isDns1123Subdomain(name)) return null;
  return reader.get<Thing>(resource.namespaced ? { resource, name, namespace: namespace ?? "" } : { resource, name });
}

type Bindings = Pick<
  ReferencedGardenObjects,
  "secretBinding" | "oldSecretBinding" | "credentialsBinding" | "oldCredentialsBinding"
>;

async function readBindings(reader: ReferenceReader, { before, after }: Sides): Promise<Bindings> {
  const read = async (resource: KubeResource, shoot: Shoot, name: string | null | undefined) => {
    const binding = await lookUp(reader, resource, { name, namespace: shoot.metadata.namespace });
    return { binding, readable: await mayReadCredentials(reader, binding) } satisfies CredentialsBindingAccess;
  };
  const [secretBinding, oldSecretBinding, credentialsBinding, oldCredentialsBinding] = await Promise.all([
    read(secretBindings, after, after.spec.secretBindingName),
    read(secretBindings, before, before.spec.secretBindingName),
    read(credentialsBindings, after, after.spec.credentialsBindingName),
    read(credentialsBindings, before, before.spec.credentialsBindingName),
  ]);
  return { secretBinding, oldSecretBinding, credentialsBinding, oldCredentialsBinding };
}

/** Reads the quotas that apply to the Shoot's credentials, as far as the user may read them. */
async function readQuotas(reader: ReferenceReader, shoot: Shoot): Promise<readonly KubeObject[]> {
  return ((await readQuotasOfBinding(reader, shoot)) ?? []).flatMap((quota) => quota ?? []);
}

/** Quotas that the Shoot's binding refers to; undefined if the binding cannot be read. */
export async function readQuotasOfBinding(
  reader: Pick<ReferenceReader, "get">,
  { spec, metadata }: Shoot,
): Promise<readonly LookedUpObject[] | undefined> {
  const [resource, name] = spec.secretBindingName
    ? [secretBindings, spec.secretBindingName]
    : [credentialsBindings, spec.credentialsBindingName];
  const binding = await lookUp(reader, resource, { name, namespace: metadata.namespace });
  if (!binding) return undefined;
  return Promise.all(
    listAt(binding, "quotas").map((one) => {
      const [quota, namespace] = [stringAt(one, "name"), stringAt(one, "namespace")];
      return lookUp(reader, quotas, { name: quota, namespace: namespace || metadata.namespace });
    }),
  );
}

/** Kubernetes resources that hold credentials, by the API version in a binding's reference. */
const credentialResources: Readonly<Record<string, Pick<ResourceAttributes, "group" | "resource">>> = {
  v1: { group: "", resource: "secrets" },
  "security.gardener.cloud/v1alpha1": { group: "security.gardener.cloud", resource: "workloadidentities" },
  "core.gardener.cloud/v1beta1": { group: "core.gardener.cloud", resource: "internalsecrets" },
};

async function mayReadCredentials(reader: ReferenceReader, binding: LookedUpObject): Promise<boolean | undefined> {
  const reference = fieldAt(binding, "credentialsRef");
  const [name, namespace] = [stringAt(reference, "name"), stringAt(reference, "namespace")];
  const version = stringAt(reference, "apiVersion") ?? "";
  const kind = Object.hasOwn(credentialResources, version) ? credentialResources[version] : undefined;
  if (kind === undefined || name === undefined || namespace === undefined) return undefined;
  return reader.may({ verb: "get", ...kind, namespace, name });
}

async function readProfiles(
  reader: ReferenceReader,
  { before, after }: Sides,
  known: PreparedProfile | undefined,
): Promise<
  { readonly profiles: ReferencedGardenObjects["profiles"]; readonly profile: PreparedProfile | undefined } | undefined
> {
  const [from, to] = [profileReference(before.spec), profileReference(after.spec)];
  if (from === undefined || to === undefined || semanticallyEqual(from, to)) return undefined;
  const [old, next] = await Promise.all([readSide(reader, before, from), readSide(reader, after, to)]);
  const merged = effectiveProfile(after, {
    cloudProfile: () => next.common ?? undefined,
    namespacedCloudProfile: () => next.namespaced ?? undefined,
  });
  const found = to.kind === "NamespacedCloudProfile" ? next.namespaced : next.common;
  return {
    profiles: {
      from,
      to,
      roots: { from: old.root, to: next.root },
      exists: found === undefined ? undefined : found !== null,
      before: known,
    },
    profile: merged.ok ? prepareProfile(merged.value) : undefined,
  };
}

async function readSide(reader: ReferenceReader, { metadata }: Shoot, { kind, name }: ProfileReference) {
  const { namespace } = metadata;
  if (kind !== "NamespacedCloudProfile") {
    const common = await lookUp<CloudProfile>(reader, cloudProfiles, { name, namespace });
    return { common, namespaced: undefined, root: name };
  }
  const namespaced = await lookUp<NamespacedCloudProfile>(reader, namespacedCloudProfiles, { name, namespace });
  return { common: undefined, namespaced, root: namespaced?.spec?.parent?.name };
}
