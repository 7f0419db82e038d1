import type { CloudProfile, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Project } from "#lib/garden/project.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { ResourceAttributes } from "#lib/kube/access-review.ts";
import { fieldAt, listAt, textAt } from "#lib/kube/field.ts";
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
import { asksForIssuer, newExpiration } from "#lib/policy/admission/admit-annotations.ts";
import type { ConflictingDomain, DomainKnowledge } from "#lib/policy/admission/admit-domain.ts";
import {
  type BindingWithAccess,
  type References,
  type Referred,
  registeredTypes,
} from "#lib/policy/admission/admit-references.ts";
import {
  type NamedObject,
  newlyNamedObjects,
  type ObjectState,
  type ObjectStates,
  objectKey,
} from "#lib/policy/admission/named-objects.ts";
import { effectiveProfile, type ProfileReference, profileReference } from "#lib/policy/profiles/effective-profile.ts";
import { type PreparedProfile, prepareProfile } from "#lib/policy/versions/prepared-profile.ts";
import type { ReferencedObjects } from "./preview-sources.ts";
import { type LabelSelection, readLiveMigration, type SeedMoveReader } from "./read-live-migration.ts";

/** Secret in which an operator configures an issuer for the tokens of Shoots. */
const issuerOfShoots: LabelSelection = {
  namespace: "garden",
  labelSelector: "gardener.cloud/role=shoot-service-account-issuer",
};

/** Maximum number of objects looked up: a change refers to a few, but a patch may name thousands. */
export const maxReferencedObjects = 20;

/** Reader of the objects that a Shoot refers to, with the user's permissions. */
export interface ReferenceReader extends SeedMoveReader {
  /** Whether an object exists, without its content. */
  stateOf(target: ObjectTarget): Promise<ObjectState>;
  get<Thing extends KubeObject>(target: ObjectTarget): Promise<Referred<Thing>>;
  /** Whether any such object exists, without its content; undefined if listing is forbidden. */
  any(resource: KubeResource, among: LabelSelection): Promise<boolean | undefined>;
  /** Another Shoot with a conflicting domain, as far as the user may know of it. */
  holderOf(domain: string): Promise<ConflictingDomain | undefined>;
  /** Undefined if the garden could not answer. */
  may(attributes: ResourceAttributes): Promise<boolean | undefined>;
}

interface Sides {
  readonly before: Shoot;
  readonly after: Shoot;
  /** Name of the Shoot's project. */
  readonly project: string;
}

/**
 * Looks up the objects that a changed Shoot refers to. Unchanged references are skipped, except for the Seed. If the
 * spec stays the same, only objects needed to judge annotations are read.
 */
export async function readNamedThings(
  reader: ReferenceReader,
  sides: Sides,
  known: PreparedProfile | undefined,
): Promise<ReferencedObjects> {
  const { before, after, project } = sides;
  const named = <Thing extends KubeObject>(resource: KubeResource, name: string | null | undefined) =>
    lookUp<Thing>(reader, resource, { name, namespace: after.metadata.namespace });
  const isLengthened = newExpiration(sides) !== undefined;
  const hasIssuer = asksForIssuer(sides) ? await reader.any(secrets, issuerOfShoots) : undefined;
  if (semanticallyEqual(before.spec, after.spec)) {
    const ofAccount = isLengthened ? await readQuotas(reader, after) : undefined;
    return { references: { quotas: ofAccount, hasIssuer }, seed: undefined, profile: undefined };
  }
  const differs = (field: string) => !semanticallyEqual(fieldAt(before.spec, field), fieldAt(after.spec, field));
  const needsMore = differs("provider") || differs("addons") || isLengthened;
  const domain = textAt(after.spec.dns, "domain");
  const [[seed, step, bindings], [ofProject, exposureClass, extensionTypes, ofAccount], [holder, objects, move]] =
    await Promise.all([
      Promise.all([
        named<Seed>(seeds, after.spec.seedName),
        readProfiles(reader, sides, known),
        differs("credentialsBindingName") || differs("secretBindingName") ? readBindings(reader, sides) : {},
      ]),
      Promise.all([
        differs("tolerations") ? named<Project>(projects, project) : undefined,
        differs("exposureClassName") ? named(exposureClasses, after.spec.exposureClassName) : undefined,
        differs("extensions") ? readExtensionTypes(reader) : undefined,
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
    extensionTypes,
    domains: { shoot: after.metadata.name, project, defaults: defaultDomains(seed), holder },
  };
  return { references, seed: seed ?? undefined, profile: step?.profile };
}

/** Looks up newly referenced ConfigMaps and Secrets, up to `maxReferencedObjects`. */
async function readNamedObjects(reader: ReferenceReader, { before, after }: Sides): Promise<ObjectStates> {
  const named = newlyNamedObjects({ old: before.spec, new: after.spec });
  const wanted = [...new Map(named.map((object) => [objectKey(object), object]))].slice(0, maxReferencedObjects);
  const states = wanted.map(async ([key, object]) => [key, await stateOf(reader, object, after)] as const);
  return new Map(await Promise.all(states));
}

/** An invalid name is not looked up, because no such object can exist. */
async function stateOf(
  reader: ReferenceReader,
  { kind, name }: NamedObject,
  { metadata }: Shoot,
): Promise<ObjectState> {
  if (!isDns1123Subdomain(name)) return "missing";
  const resource = kind === "Secret" ? secrets : configMaps;
  return reader.stateOf({ resource, namespace: metadata.namespace ?? "", name });
}

/** Default domains of the Seed. Those of the landscape, which apply otherwise, are in Secrets of the garden. */
function defaultDomains(seed: Referred<Seed>): DomainKnowledge["defaults"] {
  const domains = listAt(seed, "spec", "dns", "defaults").flatMap((one) => textAt(one, "domain") ?? []);
  return domains.length > 0 ? domains : undefined;
}

/** An invalid name is not looked up, because no such object can exist. */
async function lookUp<Thing extends KubeObject>(
  reader: Pick<ReferenceReader, "get">,
  resource: KubeResource,
  { name, namespace }: { readonly name: string | null | undefined; readonly namespace: string | undefined },
): Promise<Referred<Thing>> {
  if (!name) return undefined;
  if (!isDns1123Subdomain(name)) return null;
  return reader.get<Thing>(resource.namespaced ? { resource, name, namespace: namespace ?? "" } : { resource, name });
}

type Bindings = Pick<References, "secretBinding" | "oldSecretBinding" | "credentialsBinding" | "oldCredentialsBinding">;

async function readBindings(reader: ReferenceReader, { before, after }: Sides): Promise<Bindings> {
  const read = async (resource: KubeResource, shoot: Shoot, name: string | null | undefined) => {
    const binding = await lookUp(reader, resource, { name, namespace: shoot.metadata.namespace });
    return { binding, readable: await mayReadCredentials(reader, binding) } satisfies BindingWithAccess;
  };
  const [secretBinding, oldSecretBinding, credentialsBinding, oldCredentialsBinding] = await Promise.all([
    read(secretBindings, after, after.spec.secretBindingName),
    read(secretBindings, before, before.spec.secretBindingName),
    read(credentialsBindings, after, after.spec.credentialsBindingName),
    read(credentialsBindings, before, before.spec.credentialsBindingName),
  ]);
  return { secretBinding, oldSecretBinding, credentialsBinding, oldCredentialsBinding };
}

/** Readable quotas of the Shoot's account. */
async function readQuotas(reader: ReferenceReader, shoot: Shoot): Promise<readonly KubeObject[]> {
  return ((await readQuotasOfAccount(reader, shoot)) ?? []).flatMap((quota) => quota ?? []);
}

/** Quotas that the Shoot's binding refers to; undefined if the binding cannot be read. */
export async function readQuotasOfAccount(
  reader: Pick<ReferenceReader, "get">,
  { spec, metadata }: Shoot,
): Promise<readonly Referred[] | undefined> {
  const [resource, name] = spec.secretBindingName
    ? [secretBindings, spec.secretBindingName]
    : [credentialsBindings, spec.credentialsBindingName];
  const binding = await lookUp(reader, resource, { name, namespace: metadata.namespace });
  if (!binding) return undefined;
  return Promise.all(
    listAt(binding, "quotas").map((one) => {
      const [quota, namespace] = [textAt(one, "name"), textAt(one, "namespace")];
      return lookUp(reader, quotas, { name: quota, namespace: namespace || metadata.namespace });
    }),
  );
}

/** Resources of credentials, by the API version in a binding's reference. */
const credentialResources: Readonly<Record<string, Pick<ResourceAttributes, "group" | "resource">>> = {
  v1: { group: "", resource: "secrets" },
  "security.gardener.cloud/v1alpha1": { group: "security.gardener.cloud", resource: "workloadidentities" },
  "core.gardener.cloud/v1beta1": { group: "core.gardener.cloud", resource: "internalsecrets" },
};

async function mayReadCredentials(reader: ReferenceReader, binding: Referred): Promise<boolean | undefined> {
  const reference = fieldAt(binding, "credentialsRef");
  const [name, namespace] = [textAt(reference, "name"), textAt(reference, "namespace")];
  const version = textAt(reference, "apiVersion") ?? "";
  const kind = Object.hasOwn(credentialResources, version) ? credentialResources[version] : undefined;
  if (kind === undefined || name === undefined || namespace === undefined) return undefined;
  return reader.may({ verb: "get", ...kind, namespace, name });
}

async function readExtensionTypes(reader: ReferenceReader): Promise<ReadonlySet<string> | undefined> {
  const registrations = await reader.list(controllerRegistrations);
  return registrations && registeredTypes(registrations, "Extension");
}

async function readProfiles(
  reader: ReferenceReader,
  { before, after }: Sides,
  known: PreparedProfile | undefined,
): Promise<{ readonly profiles: References["profiles"]; readonly profile: PreparedProfile | undefined } | undefined> {
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
