import type { Project } from "#lib/garden/project.ts";
import type { ShootSpec } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import type { ProfileReference } from "../profiles/effective-profile.ts";
import type { QuotaUser } from "../projects/quota-consumption.ts";
import { findForbiddenTolerations, formatKeyValue } from "../scheduling/tolerations.ts";
import { isSet } from "../spec-validation/field-checks.ts";
import { type FieldErrors, fieldError, fieldErrorIf } from "../spec-validation/field-error.ts";
import { tolerationsOf } from "../spec-validation/tolerations.ts";
import type { PreparedProfile } from "../versions/prepared-profile.ts";
import type { SeedMigrationFacts } from "./admit-move.ts";
import { type DnsDomainAdmissionInput, findDomainAdmissionErrors } from "./find-domain-admission-errors.ts";
import { findQuotaAdmissionErrors } from "./find-quota-admission-errors.ts";
import { findUnregisteredExtensions } from "./find-unregistered-extensions.ts";
import { findReferencedObjectErrors, type ReferencedObjectStates } from "./named-objects.ts";

/** Object to which a Shoot refers: null if it does not exist, undefined if it was not looked up or is unreadable. */
export type LookedUpObject<Thing extends KubeObject = KubeObject> = Thing | null | undefined;

/** A SecretBinding or CredentialsBinding, with the user's access to its credentials. */
export interface CredentialsBindingAccess {
  readonly binding: LookedUpObject;
  /** Whether the user may read the binding's credentials; undefined when unknown. */
  readonly readable?: boolean | undefined;
}

/** The garden's objects that a changed Shoot refers to. */
export interface ReferencedGardenObjects {
  /** The project of the Shoot's namespace. */
  readonly project?: LookedUpObject<Project>;
  readonly exposureClass?: LookedUpObject;
  readonly secretBinding?: CredentialsBindingAccess | undefined;
  readonly oldSecretBinding?: CredentialsBindingAccess | undefined;
  readonly credentialsBinding?: CredentialsBindingAccess | undefined;
  readonly oldCredentialsBinding?: CredentialsBindingAccess | undefined;
  /** Set when the Shoot's CloudProfile reference changes: the old and the new reference, and their CloudProfiles. */
  readonly profiles?: ProfileStep | undefined;
  /** The Quotas to which the new spec's credentials binding refers, as far as the user may read them. */
  readonly quotas?: readonly KubeObject[] | undefined;
  /** The other Shoots that count against one of these Quotas; undefined when they are not known. */
  readonly otherUsersOfQuota?: ((quota: KubeObject) => readonly QuotaUser[]) | undefined;
  /** States of the ConfigMaps and Secrets that the change newly refers to. */
  readonly objects?: ReferencedObjectStates | undefined;
  /** Whether the landscape has a managed issuer for Shoots; undefined when unknown. */
  readonly hasIssuer?: boolean | undefined;
  /** Facts about the migration to another Seed; set only when the Shoot's Seed changes. */
  readonly move?: SeedMigrationFacts | undefined;
  readonly domains?: DnsDomainAdmissionInput | undefined;
  /** The garden's ControllerRegistrations; undefined when they are not readable. */
  readonly registrations?: readonly KubeObject[] | undefined;
}

interface ProfileStep {
  readonly from: ProfileReference;
  readonly to: ProfileReference;
  /** Root CloudProfiles of the old and the new reference; undefined where the root cannot be determined. */
  readonly roots: { readonly from: string | undefined; readonly to: string | undefined };
  /** Whether the new profile exists; undefined when not readable. */
  readonly exists: boolean | undefined;
  readonly before: PreparedProfile | undefined;
}

/** A change of a Shoot, with the objects it refers to. */
export interface ReferenceAdmissionInput {
  readonly old: ShootSpec;
  readonly new: ShootSpec;
  /** The profile named by the new spec. */
  readonly profile: PreparedProfile | undefined;
  readonly references?: ReferencedGardenObjects | undefined;
}

/**
 * Admission errors for objects a Shoot refers to (mostly 403, for a CloudProfile 500): the object does not exist, is of
 * another provider, or may not be used here.
 * @source Gardener: plugin/pkg/global/resourcereferencemanager, plugin/pkg/global/extensionvalidation,
 * plugin/pkg/shoot/tolerationrestriction, plugin/pkg/shoot/exposureclass, plugin/pkg/shoot/dns,
 * plugin/pkg/shoot/validator, plugin/pkg/shoot/quotavalidator
 */
export function findReferenceAdmissionErrors(change: ReferenceAdmissionInput): FieldErrors {
  const { references = {} } = change;
  return [
    ...profileErrors(change, references.profiles),
    ...missing(change, "secretBindingName", references.secretBinding?.binding),
    ...missing(change, "credentialsBindingName", references.credentialsBinding?.binding),
    ...missing(change, "exposureClassName", references.exposureClass),
    ...findReferencedObjectErrors(change, references.objects),
    ...extensionErrors(change, references.registrations),
    ...tolerationErrors(change, references.project),
    ...findDomainAdmissionErrors(change, references.domains),
    ...migrationErrors(change, references),
    ...credentialErrors(change, references),
    ...providerErrors(change, references),
    ...findQuotaAdmissionErrors({
      ...change,
      quotas: references.quotas,
      otherUsersOf: references.otherUsersOfQuota,
    }),
  ];
}

function profileErrors({ new: next, profile }: ReferenceAdmissionInput, step: ProfileStep | undefined): FieldErrors {
  const path = "spec.cloudProfile";
  if (step === undefined) return [];
  const { from, to, roots, exists, before } = step;
  if (exists === false) return [fieldError(path, "REFERENCE_NOT_FOUND", { kind: to.kind, name: to.name })];
  if (roots.from !== undefined && roots.to !== undefined && roots.from !== roots.to) {
    return [fieldError(path, "PROFILE_OF_OTHER_ROOT", { from: from.name, to: to.name })];
  }
  const lack = before && profile && lackingThing(next, before, profile);
  return lack ? [fieldError(path, "PROFILE_LACKS", { profile: to.name, ...lack })] : [];
}

/** The first machine image, machine type or volume type that a pool uses and the new CloudProfile lacks. */
function lackingThing(
  { provider }: ShootSpec,
  before: PreparedProfile,
  after: PreparedProfile,
): Readonly<Record<"kind" | "name" | "pool", string>> | undefined {
  const hasImage = ({ images }: PreparedProfile, name: string, version: string) =>
    images.some((image) => image.name === name && image.versions.some(({ text }) => text === version));
  const volumes = listAt(after.spec, "volumeTypes").map((type) => stringAt(type, "name"));
  for (const { name: pool, machine, volume } of provider.workers ?? []) {
    const { name = "", version } = machine.image ?? {};
    if (version && hasImage(before, name, version) && !hasImage(after, name, version)) {
      return { kind: "machine image", name: `${name} ${version}`, pool };
    }
    if (!after.machineTypes.has(machine.type)) return { kind: "machine type", name: machine.type, pool };
    const type = volume?.type;
    if (type && !volumes.includes(type)) return { kind: "volume type", name: type, pool };
  }
  return undefined;
}

const kinds = {
  secretBindingName: "SecretBinding",
  credentialsBindingName: "CredentialsBinding",
  exposureClassName: "ExposureClass",
} as const;

function missing(
  { old, new: next }: ReferenceAdmissionInput,
  field: keyof typeof kinds,
  found: LookedUpObject,
): FieldErrors {
  const name = next[field];
  // There is no object with an empty name, and Gardener looks for it.
  if (!isSet(name) || name === old[field] || (found !== null && name !== "")) return [];
  return [fieldError(`spec.${field}`, "REFERENCE_NOT_FOUND", { kind: kinds[field], name: name ?? "" })];
}

function extensionErrors(
  { old, new: next }: ReferenceAdmissionInput,
  registrations: ReferencedGardenObjects["registrations"],
): FieldErrors {
  if (registrations === undefined || semanticallyEqual(old, next)) return [];
  return findUnregisteredExtensions(next, registrations);
}

/** Errors for added tolerations that a readable Project does not allow; those allowed by the operator are unknown. */
function tolerationErrors(
  { old, new: next }: ReferenceAdmissionInput,
  project: ReferencedGardenObjects["project"],
): FieldErrors {
  if (!project) return [];
  const before = new Set(tolerationsOf(old).map(formatKeyValue));
  const added = tolerationsOf(next).filter((toleration) => !before.has(formatKeyValue(toleration)));
  const refused = new Set(
    findForbiddenTolerations({
      operation: "create",
      tolerations: added,
      projectWhitelist: project.spec.tolerations?.whitelist ?? [],
      globalWhitelist: [],
    }),
  );
  // The index in the API server's error path counts only the added tolerations.
  return added.flatMap((toleration, index) => {
    const facts = { toleration: formatKeyValue(toleration) };
    return fieldErrorIf(refused.has(toleration), `spec.tolerations[${index}]`, "TOLERATION_NOT_ALLOWED", facts);
  });
}

/** A SecretBinding may only be replaced by a CredentialsBinding of the same Secret. */
function migrationErrors(
  { old, new: next }: ReferenceAdmissionInput,
  references: ReferencedGardenObjects,
): FieldErrors {
  const comes = !isSet(old.credentialsBindingName) && isSet(next.credentialsBindingName);
  const goes = isSet(old.secretBindingName) && !isSet(next.secretBindingName);
  const [from, to] = [references.oldSecretBinding?.binding, references.credentialsBinding?.binding];
  if (!comes || !goes || !from || !to) return [];
  const [was, is] = [fieldAt(from, "secretRef"), fieldAt(to, "credentialsRef")];
  const isSame =
    stringAt(is, "kind") === "Secret" &&
    stringAt(is, "apiVersion") === "v1" &&
    stringAt(is, "name") === stringAt(was, "name") &&
    stringAt(is, "namespace") === stringAt(was, "namespace");
  return fieldErrorIf(!isSame, "spec.credentialsBindingName", "BINDING_OF_OTHER_SECRET");
}

/** Errors if a user changes a Shoot's credentials binding without read access to both old and new credentials. */
function credentialErrors(
  { old, new: next }: ReferenceAdmissionInput,
  references: ReferencedGardenObjects,
): FieldErrors {
  const path = "spec.credentialsBindingName";
  const [before, after] = [old.credentialsBindingName, next.credentialsBindingName];
  if (!before || !after || before === after) return [];
  const sides = [
    { side: "previously", access: references.oldCredentialsBinding },
    { side: "newly", access: references.credentialsBinding },
  ];
  const unreadable = sides.find(({ access }) => access?.readable === false);
  if (!unreadable?.access?.binding) return [];
  const reference = fieldAt(unreadable.access.binding, "credentialsRef");
  const field = (name: string) => stringAt(reference, name) ?? "";
  const facts = { side: unreadable.side, kind: field("kind"), name: `${field("namespace")}/${field("name")}` };
  return [fieldError(path, "CREDENTIALS_NOT_READABLE", facts)];
}

/** Errors if the CloudProfile or credentials binding has another provider type than the Shoot; first mismatch only. */
function providerErrors(
  { new: next, profile }: ReferenceAdmissionInput,
  references: ReferencedGardenObjects,
): FieldErrors {
  const path = "spec.provider.type";
  const others = [
    { kind: "CloudProfile", type: profile?.spec.type },
    { kind: "SecretBinding", type: stringAt(references.secretBinding?.binding, "provider", "type") },
    { kind: "CredentialsBinding", type: stringAt(references.credentialsBinding?.binding, "provider", "type") },
  ];
  // Only a SecretBinding can be for several providers, separated by commas.
  const typesOf = (kind: string, type: string) => (kind === "SecretBinding" ? type.split(",") : [type]);
  const other = others.find(
    ({ kind, type }) => type !== undefined && !typesOf(kind, type).includes(next.provider.type),
  );
  if (other?.type === undefined) return [];
  const facts = { kind: other.kind, other: other.type, type: next.provider.type };
  return [fieldError(path, "PROVIDER_DIFFERS", facts)];
}
