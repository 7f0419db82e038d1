import type { ShootSpec } from "#lib/garden/shoot.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import { applySpecCleanups } from "#lib/policy/maintenance/cleanup-effect.ts";
import { fieldLimits } from "#lib/policy/maintenance/field-limits.ts";
import { hasLimitedField, namesOfRejectedFields, type SpecCleanup } from "#lib/policy/maintenance/spec-cleanup.ts";
import { workerPoolsOf } from "#lib/policy/maintenance/version-state.ts";
import { applyPoolEdit } from "./apply-pool-edit.ts";
import type { UpdateDraft } from "./update-draft.ts";

/** Returns the spec with all edits of a draft applied. Edits of pools that no longer exist are skipped. */
export function applyDraft(spec: ShootSpec, draft: UpdateDraft, rules: GardenerRules): ShootSpec {
  const edited = withPools(withConfinement(withControlPlane(spec, draft), draft), draft);
  if (draft.clearFields !== true) return edited;
  return applySpecCleanups(edited, clearableFieldsForVersion(edited, edited.kubernetes.version, rules));
}

function withControlPlane(spec: ShootSpec, { controlPlane }: UpdateDraft): ShootSpec {
  return controlPlane === undefined ? spec : { ...spec, kubernetes: { ...spec.kubernetes, version: controlPlane } };
}

function withConfinement(spec: ShootSpec, { confine }: UpdateDraft): ShootSpec {
  if (confine === undefined || confine === (spec.maintenance?.confineSpecUpdateRollout === true)) return spec;
  return { ...spec, maintenance: { ...spec.maintenance, confineSpecUpdateRollout: confine } };
}

function withPools(spec: ShootSpec, { pools }: UpdateDraft): ShootSpec {
  const workers = workerPoolsOf(spec);
  if (!workers.some(({ name }) => Object.hasOwn(pools, name))) return spec;
  const edited = workers.map((pool) => {
    const edit = Object.hasOwn(pools, pool.name) ? pools[pool.name] : undefined;
    return edit === undefined ? pool : applyPoolEdit(pool, edit);
  });
  return { ...spec, provider: { ...spec.provider, workers: edited } };
}

/**
 * Returns the fields that a control plane version refuses and that can be removed. A SecretBinding cannot be removed,
 * because its replacement must be created first.
 */
export function clearableFieldsForVersion(
  spec: ShootSpec,
  version: string,
  rules: GardenerRules,
): readonly SpecCleanup[] {
  const refused: readonly string[] = namesOfRejectedFields(version, rules);
  return fieldLimits
    .filter((limit) => {
      const { field } = limit;
      const stays = field === "secretBindingName" || field === "cloudProfileName";
      return !stays && refused.includes(field) && hasLimitedField(spec, limit);
    })
    .map(({ field, effect }) => ({ field, effect }));
}

/** Pools of a draft that the cluster no longer has. */
export function missingPoolsOfDraft(spec: ShootSpec, { pools }: UpdateDraft): readonly string[] {
  const known = new Set(workerPoolsOf(spec).map(({ name }) => name));
  return Object.keys(pools).filter((name) => !known.has(name));
}
