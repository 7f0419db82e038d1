import "server-only";
import { forbiddenError } from "#garden/api/errors/api-error.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { seeds, shoots } from "#lib/kube/resource.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { findNewShootAdmissionErrors } from "#lib/policy/admission/find-new-shoot-errors.ts";
import { findShootAdmissionErrors } from "#lib/policy/admission/find-shoot-admission-errors.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import { isSpecFrozenByMigration } from "#lib/policy/operations/hibernation.ts";
import { profileReference } from "#lib/policy/profiles/effective-profile.ts";
import type { FieldError } from "#lib/policy/spec-validation/field-error.ts";
import { prepareProfile } from "#lib/policy/versions/prepared-profile.ts";
import { causeOfFieldError, formatErrorCauses } from "../rules/field-error-messages.ts";
import { asWellFormedShoot, effectiveProfileOf, type GardenerAdmission } from "../rules/shoot-rules.ts";
import { admitOperationAnnotations } from "./admit-operation-annotations.ts";
import { findDanglingReference } from "./dangling-references.ts";
import { admitByExtension } from "./extension-admission.ts";
import { checkNewShootPlacement } from "./shoot-placement.ts";
import { findMissingRanges } from "./shoot-ranges.ts";
import { profileNotFound, readShootReferences, rejectInvalidReference } from "./shoot-references.ts";

/**
 * Validating admission of Shoots: checks operation annotations, CloudProfile, quotas, tolerations and a migration in
 * progress. Nearly all errors are 403.
 * @source Gardener: plugin/pkg/shoot/validator, plugin/pkg/shoot/quotavalidator, plugin/pkg/shoot/tolerationrestriction
 */
export function admitShoot(wanted: KubeObject, before: KubeObject | undefined, context: GardenerAdmission): void {
  const shoot = asWellFormedShoot(wanted);
  const old = before && asWellFormedShoot(before);
  if (!shoot) return;
  admitOperationAnnotations(old, shoot, context);
  if (old && semanticallyEqual(old.spec, shoot.spec)) return;
  if (shoot.metadata.deletionTimestamp !== undefined) return;
  const refuse = (text: string): never => {
    throw forbiddenError(shoots, shoot.metadata.name, text);
  };
  if (!old) checkNewShootPlacement(shoot, context);
  const held = old && heldStill(old, shoot);
  if (held !== undefined) refuse(held);
  const dangling = findDanglingReference({ shoot, before: old, garden: context.garden });
  if (dangling !== undefined) throw dangling;
  const profile = requireProfile(shoot, context);
  refuseProfileErrors(shoot, old, { profile, context });
  admitByExtension({ shoot, before: old, profile }, context.garden);
}

/** The effective profile of a Shoot. @throws ApiError 404, 403 */
export function requireProfile(shoot: Shoot, { garden }: Pick<GardenerAdmission, "garden">): CloudProfileSpec {
  const profile = effectiveProfileOf(garden, shoot);
  if (profile.ok) return profile.value;
  const reference = profileReference(shoot.spec);
  if (profile.error === "PROFILE_NOT_FOUND" && reference) throw profileNotFound(reference);
  throw forbiddenError(shoots, shoot.metadata.name, noProfileLabels[profile.error]);
}

interface JudgedWrite {
  readonly profile: CloudProfileSpec;
  readonly context: GardenerAdmission;
  /** Whether the write goes to the subresource `binding`. */
  readonly byBinding?: boolean;
}

/** Refuses what the profile and the Seed do not offer. @throws ApiError 403 */
export function refuseProfileErrors(shoot: Shoot, old: Shoot | undefined, write: JudgedWrite): void {
  const { name } = shoot.metadata;
  const { context, profile, byBinding = false } = write;
  const faults = profileErrors(shoot, old, {
    profile,
    byBinding,
    nowMs: context.now.getTime(),
    rules: context.rules,
    seed: context.garden.get<Seed>({ resource: seeds, name: shoot.spec.seedName ?? "" }),
    context,
  });
  rejectInvalidReference(name, context.user.name, faults);
  if (faults.length > 0) throw forbiddenError(shoots, name, formatErrorCauses(faults.map(causeOfFieldError)));
}

const noProfileLabels = {
  NO_PROFILE_REFERENCE: "spec.cloudProfile: Required value: must be set",
  PROFILE_NOT_FOUND: "spec.cloudProfile.name: Invalid value: the referenced CloudProfile does not exist",
  PROFILE_NOT_MERGED: "spec.cloudProfile.name: Invalid value: the referenced NamespacedCloudProfile is not ready yet",
} as const;

function heldStill(before: Shoot, after: Shoot): string | undefined {
  const { type, state } = before.status?.lastOperation ?? {};
  if (isSpecFrozenByMigration({ shoot: before, lastType: type ?? "", lastState: state ?? "" })) {
    return "the spec cannot be changed while the control plane is being migrated";
  }
  const constraint = before.status?.constraints?.find((one) => one?.type === "HibernationPossible");
  const fallsAsleep = after.spec.hibernation?.enabled === true && before.spec.hibernation?.enabled !== true;
  if (!fallsAsleep || !constraint || constraint.status === "True") return undefined;
  return `"HibernationPossible" constraint is ${JSON.stringify(constraint.status)}: ${constraint.message ?? ""}`;
}

interface ProfileView {
  readonly profile: CloudProfileSpec;
  readonly byBinding: boolean;
  readonly nowMs: number;
  readonly rules: GardenerRules;
  readonly seed: Seed | undefined;
  readonly context: GardenerAdmission;
}

function profileErrors(shoot: Shoot, old: Shoot | undefined, view: ProfileView): readonly FieldError[] {
  const { rules, context } = view;
  const known = old && effectiveProfileOf(context.garden, old);
  const references = readShootReferences(
    context,
    { before: old, after: shoot },
    known?.ok ? prepareProfile(known.value) : undefined,
  );
  const input = {
    new: shoot.spec,
    profile: prepareProfile(view.profile),
    now: view.nowMs,
    seed: view.seed,
    byBinding: view.byBinding,
    references,
    annotations: shoot.metadata.annotations,
    status: shoot.status,
    liveMigration: false,
  };
  return [
    ...(old?.spec.seedName ? [] : findMissingRanges(shoot.spec)),
    ...(old ? findShootAdmissionErrors({ ...input, old: old.spec }, rules) : findNewShootAdmissionErrors(input, rules)),
  ];
}
