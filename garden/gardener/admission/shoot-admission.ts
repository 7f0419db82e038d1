import "server-only";
import { forbiddenError } from "#garden/api/errors/api-error.ts";
import type { GardenReader } from "#garden/api/registry/garden-reader.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot, ShootSpec } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { seeds, shoots } from "#lib/kube/resource.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { admitChange } from "#lib/policy/admission/admit-change.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import { isFrozenByMove } from "#lib/policy/operations/hibernation.ts";
import { profileReference } from "#lib/policy/profiles/effective-profile.ts";
import { offeredKubernetes } from "#lib/policy/profiles/offered-versions.ts";
import { admissionViewAt } from "#lib/policy/profiles/validate-profile.ts";
import type { FieldError } from "#lib/policy/spec-validation/field-error.ts";
import { prepareProfile } from "#lib/policy/versions/prepared-profile.ts";
import { causeOfFieldError, causesMessage } from "../rules/field-error-messages.ts";
import { effectiveProfileOf, type GardenerAdmission, readableShoot } from "../rules/shoot-rules.ts";
import { admitOperationAnnotations } from "./admit-operation-annotations.ts";
import { danglingReference } from "./dangling-references.ts";
import { admitPlacementOfNewShoot } from "./shoot-placement.ts";
import { profileNotFound, referencesOf, rejectInvalidReference } from "./shoot-references.ts";

/**
 * Validating admission: checks annotations, the CloudProfile, the project's tolerations and a migration in progress.
 * Nearly every refusal is a 403.
 * @source Gardener: plugin/pkg/shoot/validator, plugin/pkg/shoot/quotavalidator, plugin/pkg/shoot/tolerationrestriction
 */
export function admitShoot(wanted: KubeObject, before: KubeObject | undefined, context: GardenerAdmission): void {
  const shoot = readableShoot(wanted);
  const old = before && readableShoot(before);
  if (!shoot) return;
  admitOperationAnnotations(old, shoot, context);
  if (old && semanticallyEqual(old.spec, shoot.spec)) return;
  if (shoot.metadata.deletionTimestamp !== undefined) return;
  const refuse = (text: string): never => {
    throw forbiddenError(shoots, shoot.metadata.name, text);
  };
  if (!old) admitPlacementOfNewShoot(shoot, context.garden);
  const held = old && heldStill(old, shoot);
  if (held !== undefined) refuse(held);
  const dangling = danglingReference({ shoot, before: old, garden: context.garden });
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
  if (faults.length > 0) refuse(causesMessage(faults.map(causeOfFieldError)));
}

const noProfileLabels = {
  NO_PROFILE_REFERENCE: "spec.cloudProfile: Required value: must be set",
  PROFILE_NOT_FOUND: "spec.cloudProfile.name: Invalid value: the referenced CloudProfile does not exist",
  PROFILE_NOT_MERGED: "spec.cloudProfile.name: Invalid value: the referenced NamespacedCloudProfile is not ready yet",
} as const;

function heldStill(before: Shoot, after: Shoot): string | undefined {
  const { type, state } = before.status?.lastOperation ?? {};
  if (isFrozenByMove({ shoot: before, lastType: type ?? "", lastState: state ?? "" })) {
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
  const references = referencesOf(
    view.garden,
    { before: old, after: shoot },
    known?.ok ? prepareProfile(known.value) : undefined,
  );
  return [
    ...(old ? [] : [...newRegionErrors(spec, view), ...newVersionErrors(spec, view)]),
    ...admitChange(
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

/** The spec that a new Shoot is compared with: it lacks all fields that are validated only when they change. */
function emptied(spec: ShootSpec): ShootSpec {
  const { accessRestrictions: _restrictions, tolerations: _tolerations, exposureClassName: _exposure, ...rest } = spec;
  const named = { secretBindingName: null, credentialsBindingName: null, seedName: null, dns: null };
  return { ...rest, ...named, controlPlane: null, provider: { ...spec.provider, workers: [] } };
}

/** Regions are immutable, so only that of a new Shoot is checked against the profile. */
function newRegionErrors({ region }: ShootSpec, { profile }: ProfileView): readonly FieldError[] {
  const offered = (profile.regions ?? []).map(({ name }) => name);
  if (!region || offered.includes(region)) return [];
  return [{ path: "spec.region", code: "VALUE_UNKNOWN", type: "NotSupported", facts: { value: region, offered } }];
}

/** The version of a new Shoot must be active. */
function newVersionErrors({ kubernetes }: ShootSpec, { profile, nowMs, rules }: ProfileView): readonly FieldError[] {
  const { reading } = admissionViewAt(nowMs, rules);
  const offered = offeredKubernetes(prepareProfile(profile).kubernetes, true, reading).map(({ text }) => text);
  if (offered.includes(kubernetes.version)) return [];
  const facts = { version: kubernetes.version, offered };
  return [{ path: "spec.kubernetes.version", code: "K8S_NOT_OFFERED", type: "NotSupported", facts }];
}
