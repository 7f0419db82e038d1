import type { Project } from "#lib/garden/project.ts";
import type { ShootSpec } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, textAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import type { ProfileReference } from "../profiles/effective-profile.ts";
import { findForbiddenTolerations, formatKeyValue } from "../scheduling/tolerations.ts";
import { isSet } from "../spec-validation/field-checks.ts";
import { type FieldErrors, fieldError, fieldErrorIf } from "../spec-validation/field-error.ts";
import { tolerationsOf } from "../spec-validation/tolerations.ts";
import type { PreparedProfile } from "../versions/prepared-profile.ts";
import { admitDomain, type DomainKnowledge } from "./admit-domain.ts";
import type { SeedMove } from "./admit-move.ts";
import { admitQuotas } from "./admit-quotas.ts";
import { admitObjects, type ObjectStates } from "./named-objects.ts";

/** An object that a Shoot names: null when it does not exist, undefined when not looked up or not readable. */
export type Referred<Thing extends KubeObject = KubeObject> = Thing | null | undefined;

/** One side of a change of credentials bindings. */
export interface BindingWithAccess {
  readonly binding: Referred;
  /** Whether the user may read the binding's credentials; undefined when unknown. */
  readonly readable?: boolean | undefined;
}

/** The garden's objects that a changed Shoot refers to. */
export interface References {
  /** The project of the Shoot's namespace. */
  readonly project?: Referred<Project>;
  readonly exposureClass?: Referred;
  readonly secretBinding?: BindingWithAccess | undefined;
  readonly oldSecretBinding?: BindingWithAccess | undefined;
  readonly credentialsBinding?: BindingWithAccess | undefined;
  readonly oldCredentialsBinding?: BindingWithAccess | undefined;
  /** Set when the reference to a profile changes: both references, and the CloudProfiles they resolve to. */
  readonly profiles?: ProfileStep | undefined;
  /** The quotas named by the new spec's binding, as far as they are readable. */
  readonly quotas?: readonly KubeObject[] | undefined;
  /** States of the ConfigMaps and Secrets that the change newly refers to. */
  readonly objects?: ObjectStates | undefined;
  /** Whether the landscape has a managed issuer for Shoots; undefined when unknown. */
  readonly hasIssuer?: boolean | undefined;
  /** Set when the Seed changes. */
  readonly move?: SeedMove | undefined;
  readonly domains?: DomainKnowledge | undefined;
  /** Registered extension types; undefined when the registrations are not readable. */
  readonly extensionTypes?: ReadonlySet<string> | undefined;
}

interface ProfileStep {
  readonly from: ProfileReference;
  readonly to: ProfileReference;
  /** Undefined when the root profile cannot be determined. */
  readonly roots: { readonly from: string | undefined; readonly to: string | undefined };
  /** Whether the new profile exists; undefined when not readable. */
  readonly exists: boolean | undefined;
  readonly before: PreparedProfile | undefined;
}

/** A change of a Shoot, with the objects it refers to. */
export interface ReferringChange {
  readonly old: ShootSpec;
  readonly new: ShootSpec;
  /** The profile named by the new spec. */
  readonly profile: PreparedProfile | undefined;
  readonly references?: References | undefined;
}

/**
 * Admission errors for objects a Shoot refers to (mostly 403, for a CloudProfile 500): the object does not exist, is of
 * another provider, or may not be used here.
 * @source Gardener: plugin/pkg/global/resourcereferencemanager, plugin/pkg/global/extensionvalidation,
 * plugin/pkg/shoot/tolerationrestriction, plugin/pkg/shoot/exposureclass, plugin/pkg/shoot/dns,
 * plugin/pkg/shoot/validator, plugin/pkg/shoot/quotavalidator
 */
export function admitReferences(change: ReferringChange): FieldErrors {
  const { references = {} } = change;
  return [
    ...profileErrors(change, references.profiles),
    ...missing(change, "secretBindingName", references.secretBinding?.binding),
    ...missing(change, "credentialsBindingName", references.credentialsBinding?.binding),
    ...missing(change, "exposureClassName", references.exposureClass),
    ...admitObjects(change, references.objects),
    ...extensionErrors(change, references.extensionTypes),
    ...tolerationErrors(change, references.project),
    ...admitDomain(change, references.domains),
    ...migrationErrors(change, references),
    ...credentialErrors(change, references),
    ...providerErrors(change, references),
    ...admitQuotas({ ...change, quotas: references.quotas }),
  ];
}

function profileErrors({ new: next, profile }: ReferringChange, step: ProfileStep | undefined): FieldErrors {
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

/** The first item used by a pool that the new profile lacks. */
function lackingThing(
  { provider }: ShootSpec,
  before: PreparedProfile,
  after: PreparedProfile,
): Readonly<Record<"kind" | "name" | "pool", string>> | undefined {
  const hasImage = ({ images }: PreparedProfile, name: string, version: string) =>
    images.some((image) => image.name === name && image.versions.some(({ text }) => text === version));
  const volumes = listAt(after.spec, "volumeTypes").map((type) => textAt(type, "name"));
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

function missing({ old, new: next }: ReferringChange, field: keyof typeof kinds, found: Referred): FieldErrors {
  const name = next[field];
  if (!name || name === old[field] || found !== null) return [];
  return [fieldError(`spec.${field}`, "REFERENCE_NOT_FOUND", { kind: kinds[field], name })];
}

/** Types that extensions have registered for a kind as primary resources. */
export function registeredTypes(registrations: readonly KubeObject[], kind: string): ReadonlySet<string> {
  const resources = registrations.flatMap((one) => listAt(one, "spec", "resources"));
  const primary = resources.filter((one) => fieldAt(one, "kind") === kind && fieldAt(one, "primary") !== false);
  return new Set(primary.flatMap((one) => textAt(one, "type") ?? []));
}

function extensionErrors({ old, new: next }: ReferringChange, known: References["extensionTypes"]): FieldErrors {
  if (known === undefined || semanticallyEqual(old, next)) return [];
  return listAt(next, "extensions").flatMap((extension, index) => {
    const type = textAt(extension, "type") ?? "";
    const path = `spec.extensions[${index}].type`;
    return fieldErrorIf(type !== "" && !known.has(type), path, "EXTENSION_NOT_REGISTERED", { type });
  });
}

/** Reports nothing if the project is not readable. Tolerations that the operator allows everywhere are unknown. */
function tolerationErrors({ old, new: next }: ReferringChange, project: References["project"]): FieldErrors {
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
  // The API server's index counts the new tolerations only.
  return added.flatMap((toleration, index) => {
    const facts = { toleration: formatKeyValue(toleration) };
    return fieldErrorIf(refused.has(toleration), `spec.tolerations[${index}]`, "TOLERATION_NOT_ALLOWED", facts);
  });
}

/** A SecretBinding may only be replaced by a CredentialsBinding of the same Secret. */
function migrationErrors({ old, new: next }: ReferringChange, references: References): FieldErrors {
  const comes = !isSet(old.credentialsBindingName) && isSet(next.credentialsBindingName);
  const goes = isSet(old.secretBindingName) && !isSet(next.secretBindingName);
  const [from, to] = [references.oldSecretBinding?.binding, references.credentialsBinding?.binding];
  if (!comes || !goes || !from || !to) return [];
  const [was, is] = [fieldAt(from, "secretRef"), fieldAt(to, "credentialsRef")];
  const isSame =
    textAt(is, "kind") === "Secret" &&
    textAt(is, "apiVersion") === "v1" &&
    textAt(is, "name") === textAt(was, "name") &&
    textAt(is, "namespace") === textAt(was, "namespace");
  return fieldErrorIf(!isSame, "spec.credentialsBindingName", "BINDING_OF_OTHER_SECRET");
}

/** A user who changes the account must be able to read both the old and the new credentials. */
function credentialErrors({ old, new: next }: ReferringChange, references: References): FieldErrors {
  const path = "spec.credentialsBindingName";
  const [before, after] = [old.credentialsBindingName, next.credentialsBindingName];
  if (!before || !after || before === after) return [];
  const sides = [references.oldCredentialsBinding, references.credentialsBinding];
  const unreadable = sides.find((side) => side?.readable === false)?.binding;
  if (!unreadable) return [];
  const reference = fieldAt(unreadable, "credentialsRef");
  const field = (name: string) => textAt(reference, name) ?? "";
  const facts = { kind: field("kind"), name: `${field("namespace")}/${field("name")}` };
  return [fieldError(path, "CREDENTIALS_NOT_READABLE", facts)];
}

/** Profile and binding must be of the Shoot's provider; only the first mismatch is reported. */
function providerErrors({ new: next, profile }: ReferringChange, references: References): FieldErrors {
  const path = "spec.provider.type";
  const others = [
    { kind: "CloudProfile", type: profile?.spec.type },
    { kind: "SecretBinding", type: textAt(references.secretBinding?.binding, "provider", "type") },
    { kind: "CredentialsBinding", type: textAt(references.credentialsBinding?.binding, "provider", "type") },
  ];
  const other = others.find(({ type }) => type !== undefined && type !== next.provider.type);
  if (other?.type === undefined) return [];
  const facts = { kind: other.kind, other: other.type, type: next.provider.type };
  return [fieldError(path, "PROVIDER_DIFFERS", facts)];
}
