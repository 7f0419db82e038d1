import { findingsOfFieldErrors } from "#lib/act/plan/field-error-findings.ts";
import type { NewClusterPreview } from "#lib/contract/new-cluster.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot, ShootSpec } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import { findAnnotationAdmissionErrors } from "#lib/policy/admission/admit-annotations.ts";
import {
  emptiedSpec,
  findNewShootAdmissionErrors,
  findProfileNamedTwice,
  findRequiredFieldErrors,
  findShootLabelErrors,
  findShootNameErrors,
} from "#lib/policy/admission/find-new-shoot-errors.ts";
import {
  findReferenceAdmissionErrors,
  type ReferencedGardenObjects,
} from "#lib/policy/admission/find-reference-admission-errors.ts";
import { objectsOfUnknownState } from "#lib/policy/admission/named-objects.ts";
import { applyDefaultsToChange } from "#lib/policy/changes/default-change.ts";
import { validateChange } from "#lib/policy/changes/validate-change.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import type { MissingProfileReason } from "#lib/policy/profiles/effective-profile.ts";
import { findProviderConfigurationErrors } from "#lib/policy/provider-configuration/find-provider-configuration-errors.ts";
import { type FieldErrors, fieldError, fieldErrorIf } from "#lib/policy/spec-validation/field-error.ts";
import { prepareProfile } from "#lib/policy/versions/prepared-profile.ts";
import type { Result } from "#lib/result.ts";
import { noProfileDescriptions } from "#lib/words/forecast-descriptions.ts";

type FieldMessages = NewClusterPreview["errors"];

/** A draft of a Shoot whose fields have the types of the API, and the profile that it names. */
export interface NewShootDraft {
  readonly shoot: Shoot;
  readonly profile: Result<CloudProfileSpec, MissingProfileReason | "PROFILE_FORBIDDEN">;
  readonly rules: GardenerRules;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** What the garden knows besides the draft. */
export interface NewShootFacts {
  readonly project: string;
  readonly takenNames?: readonly string[] | undefined;
  /** Objects to which the draft refers, as far as the user may read them. */
  readonly references?: ReferencedGardenObjects | undefined;
  /** All Seeds; undefined if the user is not allowed to list them. */
  readonly seeds?: readonly Seed[] | undefined;
}

/** A draft as the API server completes it: with full versions, images and pool defaults. */
export interface CompletedDraft {
  readonly shoot: Shoot;
  /** Errors of values that could not be completed. */
  readonly faults: FieldErrors;
}

/** Completes a draft as the API server does. */
export function completeDraft({ shoot, profile, rules, now }: NewShootDraft): CompletedDraft {
  const known = profile.ok ? prepareProfile(profile.value) : undefined;
  const { spec, faults } = applyDefaultsToChange(
    { old: emptiedSpec(shoot.spec), new: shoot.spec, profile: known, now },
    rules,
  );
  return { shoot: { ...shoot, spec }, faults };
}

/**
 * Everything that Gardener would refuse in a draft, with the field that it is about: its name, its spec, what its
 * profile offers, the objects to which it refers, and the provider's own blocks.
 */
export function checkNewShoot(draft: NewShootDraft, completed: CompletedDraft, facts: NewShootFacts): FieldMessages {
  const { profile } = draft;
  const { shoot } = completed;
  const errors = [
    ...findGardenerErrors(draft, completed, facts),
    ...(profile.ok ? findProviderConfigurationErrors({ shoot, profile: profile.value }) : []),
  ];
  return [...missingProfile(draft), ...messagesOf(errors)];
}

/** The same without what the admission of the provider's extension judges. A profile that is missing is no error. */
export function findGardenerErrors(draft: NewShootDraft, completed: CompletedDraft, facts: NewShootFacts): FieldErrors {
  const { profile, rules, now } = draft;
  const { shoot, faults } = completed;
  const { spec, metadata } = shoot;
  const change = { new: spec, now, references: facts.references, annotations: metadata.annotations };
  const seed = facts.seeds?.find((each) => each.metadata.name === spec.seedName);
  const placed = { seed, status: null, liveMigration: false } as const;
  const emptied = { ...shoot, spec: emptiedSpec(spec), metadata: { ...metadata, annotations: {} } };
  return [
    ...findShootNameErrors(metadata, { project: facts.project, taken: facts.takenNames }),
    ...findShootLabelErrors(metadata),
    ...findProfileNamedTwice(draft.shoot.spec),
    ...findRequiredFieldErrors(shoot, undefined)
      .filter(({ path }) => !faults.some((fault) => path.startsWith(fault.path)))
      .map(asNewBinding),
    ...faults,
    ...seedErrors(spec, facts),
    ...validateChange({ old: spec, new: spec, namespace: metadata.namespace }, rules),
    ...(profile.ok
      ? findNewShootAdmissionErrors({ ...change, ...placed, profile: prepareProfile(profile.value) }, rules)
      : [...findReferenceAdmissionErrors({ ...change, old: emptied.spec, profile: undefined })]),
    ...findAnnotationAdmissionErrors({ before: emptied, after: shoot, quotas: facts.references?.quotas, now }),
  ];
}

/** The API server names the deprecated field where a new cluster needs a CredentialsBinding. */
function asNewBinding(error: FieldErrors[number]): FieldErrors[number] {
  if (error.path !== "spec.secretBindingName") return error;
  return fieldError("spec.credentialsBindingName", "BINDING_REQUIRED");
}

function seedErrors({ seedName }: ShootSpec, { seeds }: NewShootFacts): FieldErrors {
  const isMissing = Boolean(seedName) && seeds?.some(({ metadata }) => metadata.name === seedName) === false;
  return fieldErrorIf(isMissing, "spec.seedName", "REFERENCE_NOT_FOUND", { kind: "Seed", name: seedName ?? "" });
}

function missingProfile({ profile }: NewShootDraft): FieldMessages {
  if (profile.ok || profile.error === "NO_PROFILE_REFERENCE" || profile.error === "PROFILE_FORBIDDEN") return [];
  return [{ field: "spec.cloudProfile.name", message: text(noProfileDescriptions[profile.error]) }];
}

/** Messages of errors; of one that several rules find, and of one rule that is broken very often, only the first. */
function messagesOf(errors: FieldErrors): FieldMessages {
  const found = findingsOfFieldErrors(errors).map(({ field = "", sentence }) => ({ field, message: sentence }));
  return [...new Map(found.map((each) => [`${each.field} ${each.message}`, each])).values()];
}

/** What could not be checked because the user may not read it. */
export function uncheckedParts(
  { profile }: NewShootDraft,
  { shoot: { spec } }: CompletedDraft,
  { references, takenNames }: NewShootFacts,
): FieldMessages {
  const objects = objectsOfUnknownState({ old: emptiedSpec(spec), new: spec }, references?.objects);
  const binding = references?.credentialsBinding;
  const isUnread = Boolean(spec.credentialsBindingName) && binding?.binding === undefined;
  return [
    ...(profile.ok || profile.error !== "PROFILE_FORBIDDEN"
      ? []
      : [{ field: "spec.cloudProfile.name", message: text(noProfileDescriptions[profile.error]) }]),
    ...(takenNames === undefined
      ? [{ field: "metadata.name", message: text("Whether the name is free cannot be seen.") }]
      : []),
    ...(isUnread
      ? [{ field: "spec.credentialsBindingName", message: text("You are not allowed to see the account.") }]
      : []),
    ...objects.map(({ path, kind, name }) => ({
      field: path,
      message: text("You are not allowed to see whether the {kind} {name} exists.", { kind, name }),
    })),
  ];
}
