import "server-only";
import { forbiddenError, unwrappedServerError } from "#garden/api/errors/api-error.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import { failureToleranceOf } from "#lib/garden/failure-tolerance.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { listAt, stringAt } from "#lib/kube/field.ts";
import { selectorMatches } from "#lib/kube/label-selector.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { compareQuantities } from "#lib/kube/quantity.ts";
import { seeds, shoots } from "#lib/kube/resource.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { countShootsBySeed } from "#lib/policy/scheduling/schedule-shoot.ts";
import { toleratesTaints } from "#lib/policy/scheduling/tolerations.ts";
import { asWellFormedShoot, type GardenerAdmission } from "../rules/shoot-rules.ts";
import { refuseProfileErrors, requireProfile } from "./shoot-admission.ts";

/**
 * Validating admission of `shoots/binding`, which gives a Shoot its Seed or moves it to another.
 * @throws ApiError 403, 500
 * @source Gardener: plugin/pkg/shoot/validator/admission.go, Validate and validateScheduling, in its order
 */
export function admitShootBinding(wanted: KubeObject, before: Shoot, context: GardenerAdmission): void {
  const shoot = asWellFormedShoot(wanted);
  if (!shoot) return;
  const [from, to] = [before.spec.seedName ?? undefined, shoot.spec.seedName ?? undefined];
  if (from === to) throw unwrappedServerError("update of binding rejected, shoot is already assigned to the same seed");
  const refuse = (text: string): never => {
    throw forbiddenError(shoots, shoot.metadata.name, text);
  };
  if (to === undefined) refuse(`spec.seedName is already set to '${from}' and cannot be changed to 'nil'`);
  const seed = requireSeed(to ?? "", context);
  const profile = requireProfile(shoot, context);
  if (from !== undefined && !semanticallyEqual({ ...shoot.spec, seedName: from }, before.spec)) {
    refuse(
      "only spec.seedName can be changed using the binding subresource when the shoot is being rescheduled to a new seed",
    );
  }
  const refusal =
    schedulingRefusal(shoot, seed, { context, profile }) ??
    (from === undefined ? undefined : reschedulingRefusal(shoot, requireSeed(from, context), seed)) ??
    zoneRefusal(shoot, seed);
  if (refusal !== undefined) refuse(refusal);
  refuseProfileErrors(shoot, before, { profile, context, byBinding: true });
}

function requireSeed(name: string, { garden }: GardenerAdmission): Seed {
  const found = garden.get<Seed>({ resource: seeds, name });
  if (found) return found;
  const text = `could not find referenced seed ${JSON.stringify(name)}`;
  throw unwrappedServerError(
    `Internal error occurred: ${text}: seed.core.gardener.cloud ${JSON.stringify(name)} not found`,
  );
}

/** What must hold for every Shoot that gets a Seed. */
function schedulingRefusal(
  { metadata, spec }: Shoot,
  seed: Seed,
  { context, profile }: { readonly context: GardenerAdmission; readonly profile: CloudProfileSpec },
): string | undefined {
  const cannot = `cannot schedule shoot '${metadata.name}' on seed '${seed.metadata.name}'`;
  if (seed.metadata.deletionTimestamp) return `${cannot} that is already marked for deletion`;
  if (!toleratesTaints(seed.spec.taints ?? [], spec.tolerations ?? [])) {
    return "forbidden to use a seed whose taints are not tolerated by the shoot";
  }
  if (!supportsRestrictions(listAt(seed.spec, "accessRestrictions"), listAt(spec, "accessRestrictions"))) {
    return "forbidden to use a seed which doesn't support the access restrictions of the shoot";
  }
  const limit = seed.status?.allocatable?.shoots;
  const used = countShootsBySeed(context.garden.list({ resource: shoots })).get(seed.metadata.name) ?? 0;
  if (limit !== undefined && (compareQuantities(String(used), String(limit)) ?? -1) >= 0) {
    return `${cannot} that already has the maximum number of shoots scheduled on it (${limit})`;
  }
  const { seedSelector } = profile;
  if (!seedSelector) return undefined;
  if (!selectorMatches(seedSelector, seed.metadata.labels ?? {})) {
    return `${cannot} because the cloud profile seed selector is not matching the labels of the seed`;
  }
  const types = seedSelector.providerTypes ?? [];
  if (types.length === 0 || types.includes("*") || types.includes(seed.spec.provider.type)) return undefined;
  return `${cannot} because none of the provider types in the cloud profile seed selector is matching the provider type of the seed`;
}

function supportsRestrictions(ofSeed: readonly unknown[], ofShoot: readonly unknown[]): boolean {
  const supported = new Set(ofSeed.map((each) => stringAt(each, "name")));
  return ofShoot.length <= ofSeed.length && ofShoot.every((each) => supported.has(stringAt(each, "name")));
}

/** What must hold between the Seeds of a Shoot that moves. */
function reschedulingRefusal({ metadata, spec }: Shoot, old: Seed, seed: Seed): string | undefined {
  const noBackup = "cannot change seed name because backup is not configured for";
  if (old.spec.backup == null) return `${noBackup} old seed ${JSON.stringify(old.metadata.name)}`;
  if (seed.spec.backup == null) return `${noBackup} seed ${JSON.stringify(seed.metadata.name)}`;
  const [from, to] = [old, seed].map((each) => stringAt(each.spec.dns, "internal", "domain") ?? "");
  if (from !== to) {
    return `cannot change seed name because internal domain would change from ${JSON.stringify(from)} to ${JSON.stringify(to)}`;
  }
  const served = (each: Seed) => listAt(each.spec.dns, "defaults").map((one) => stringAt(one, "domain") ?? "");
  const used = served(old).find((domain) => spec.dns?.domain?.endsWith(`.${domain}`));
  if (used === undefined || served(seed).includes(used)) return undefined;
  return `cannot reschedule shoot ${JSON.stringify(metadata.name)} to seed ${JSON.stringify(seed.metadata.name)} because the shoot uses the default domain ${JSON.stringify(used)} which is not supported by the new seed (supported domains: [${served(seed).join(" ")}])`;
}

function zoneRefusal({ metadata, spec }: Shoot, seed: Seed): string | undefined {
  const zones = seed.spec.provider.zones?.length ?? 0;
  if (failureToleranceOf(spec) !== "zone" || zones >= 3) return undefined;
  return `cannot schedule shoot '${metadata.name}' with failure tolerance of zone on seed '${seed.metadata.name}' with only ${zones} zones, at least 3 zones are required`;
}
