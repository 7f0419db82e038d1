import "server-only";
import { forbiddenError } from "#garden/api/errors/api-error.ts";
import type { GardenReader } from "#garden/api/registry/garden-reader.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot, ShootSpec } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { seeds, shoots } from "#lib/kube/resource.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { findShootAdmissionErrors } from "#lib/policy/admission/find-shoot-admission-errors.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import { isSpecFrozenByMigration } from "#lib/policy/operations/hibernation.ts";
import { profileReference } from "#lib/policy/profiles/effective-profile.ts";
import { offeredKubernetes } from "#lib/policy/profiles/offered-versions.ts";
import { profileAdmissionContextAt } from "#lib/policy/profiles/validate-profile.ts";
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
  if (!old) checkNewShootPlacement(shoot, context.garden);
  const held = old && heldStill(old, shoot);
  if (held !== undefined) refuse(held);
  const dangling = findDanglingReference({ shoot, before: old, garden: context.garden });
  if (dangling !== undefined) throw dangling;
  const profile = effectiveProfileOf(context.garden, shoot);
  if (!profile.ok) {
    const reference = profileReference(shoot.spec);
    if (profile.error === "PROFILE_NOT_FOUND" && reference) throw profileNotFound(reference);
    refuse(noProfileLabels[profile.error]);
    return;
  }
  const faults = profileErrors(shoot, old, {
    profile: profile.value,
    nowMs: context.now.getTime(),
    rules: context.rules,
    seed: context.garden.get<Seed>({ resource: seeds, name: shoot.spec.seedName ?? "" }),
    garden: context.garden,
  });
  rejectInvalidReference(shoot.metadata.name, faults);
  if (faults.length > 0) refuse(formatErrorCauses(faults.map(causeOfFieldError)));
  admitByExtension({ shoot, before: old, profile: profile.value }, context.garden);
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
  readonly nowMs: number;
  readonly rules: GardenerRules;
  readonly seed: Seed | undefined;
  readonly garden: GardenReader;
}

function profileErrors(shoot: Shoot, old: Shoot | undefined, view: ProfileView): readonly FieldError[] {
  const { spec } = shoot;
  const before = old?.spec ?? emptied(spec);
  const profile = prepareProfile(view.profile);
  const known = old && effectiveProfileOf(view.garden, old);
  const references = readShootReferences(
    view.garden,
    { before: old, after: shoot },
    known?.ok ? prepareProfile(known.value) : undefined,
  );
  return [
    ...(old ? [] : [...newRegionErrors(spec, view), ...newVersionErrors(spec, view)]),
    ...(old?.spec.seedName ? [] : findMissingRanges(spec)),
    ...findShootAdmissionErrors(
      {
        old: before,
        new: spec,
        profile,
        now: view.nowMs,
        seed: view.seed,
        references,
        annotations: shoot.metadata.annotations,
        status: shoot.status,
        liveMigration: false,
      },
      view.rules,
    ),
  ];
}

/** The spec to compare a new Shoot with, so that fields that are only validated when they change count as changed. */
function emptied(spec: ShootSpec): ShootSpec {
  const { accessRestrictions: _restrictions, tolerations: _tolerations, exposureClassName: _exposure, ...rest } = spec;
  const named = { secretBindingName: null, credentialsBindingName: null, seedName: null, dns: null };
  return { ...rest, ...named, controlPlane: null, provider: { ...spec.provider, workers: [] } };
}

/** Checks a new Shoot's region against its CloudProfile; regions are immutable, so later changes cannot occur. */
function newRegionErrors({ region }: ShootSpec, { profile }: ProfileView): readonly FieldError[] {
  const offered = (profile.regions ?? []).map(({ name }) => name);
  if (!region || offered.includes(region)) return [];
  return [{ path: "spec.region", code: "VALUE_UNKNOWN", type: "NotSupported", facts: { value: region, offered } }];
}

/** Checks that the CloudProfile offers the Kubernetes version of a new Shoot and that the version is not expired. */
function newVersionErrors({ kubernetes }: ShootSpec, { profile, nowMs, rules }: ProfileView): readonly FieldError[] {
  const { reading } = profileAdmissionContextAt(nowMs, rules);
  const offered = offeredKubernetes(prepareProfile(profile).kubernetes, true, reading).map(({ text }) => text);
  if (offered.includes(kubernetes.version)) return [];
  const facts = { version: kubernetes.version, offered };
  return [{ path: "spec.kubernetes.version", code: "K8S_NOT_OFFERED", type: "NotSupported", facts }];
}
