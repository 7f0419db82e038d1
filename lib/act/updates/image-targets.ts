import type { MachineImageVersion } from "#lib/garden/cloud-profile.ts";
import type { Worker } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import { workerPoolsOf } from "#lib/policy/maintenance/version-state.ts";
import { compareVersions } from "#lib/policy/versions/compare.ts";
import { isPoolUpdatedInPlace } from "#lib/policy/versions/filter-image.ts";
import type { ListedVersion } from "#lib/policy/versions/listed-version.ts";
import { parseVersion } from "#lib/policy/versions/parse.ts";
import { applyDraft } from "./apply-draft.ts";
import { createSpecValidator, type UpdateContext, updateContextOfPool } from "./spec-validator.ts";
import { describeFieldErrorInPool, describePoolImpact, poolFieldOfError } from "./target-descriptions.ts";
import { type UpdateDraft, withPoolEdit } from "./update-draft.ts";
import {
  availabilityOfTarget,
  sortVersionsNewestFirst,
  type VersionOption,
  type VersionStatus,
  versionStatusOf,
  versionStatusOrUnknown,
  warningsAboutStage,
} from "./version-option.ts";

/** Version of a machine image that a pool could be changed to. */
export interface ImageTarget extends VersionOption {
  readonly image: string;
  /** Range of kubelet versions that the image supports, as written in the profile; empty for all. */
  readonly kubelets: string;
  /** Lowest image version whose nodes can be updated in place to this one; empty if they cannot. */
  readonly inPlaceFrom: string;
}

/** All image versions of the profile except the current one: the pool's own image first, newest first per image. */
export function imageTargets(context: UpdateContext, draft: UpdateDraft, pool: Worker): readonly ImageTarget[] {
  const { profile } = context;
  const used = pool.machine?.image;
  const images = [...(profile?.images ?? [])].sort(
    (a, b) => Number(b.name === used?.name) - Number(a.name === used?.name),
  );
  const alone = updateContextOfPool(context, pool);
  const without = withPoolEdit(draft, pool.name, { image: undefined });
  const judge = createSpecValidator(alone, applyDraft(alone.shoot.spec, without, alone.rules));
  return images.flatMap(({ name, versions }) =>
    sortVersionsNewestFirst(versions)
      .filter(({ text }) => text !== "" && !(name === used?.name && text === used.version))
      .map((listed): ImageTarget => {
        const next = applyDraft(
          alone.shoot.spec,
          withPoolEdit(draft, pool.name, { image: { name, version: listed.text } }),
          alone.rules,
        );
        const after = workerPoolsOf(next)[0] ?? pool;
        const standing = versionStatusOf(listed, context);
        const { faults: all, impacts } = judge(next);
        const faults = all.filter((fault) => poolFieldOfError(fault, next).pool !== undefined);
        const warnings = [...warningsAboutStage(standing.classification), ...olderWarning(pool, name, listed)];
        const verdict = availabilityOfTarget(faults, warnings);
        return {
          ...standing,
          ...traitsOf(listed.entry),
          image: name,
          version: listed.text,
          verdict,
          codes: faults.map(({ code }) => code),
          reasons:
            verdict === "refused"
              ? [...new Set(faults.map((fault) => describeFieldErrorInPool(fault, next)))]
              : warnings,
          effect: verdict === "refused" ? "" : describePoolImpact(impacts.get(pool.name), after),
        };
      }),
  );
}

/** Returns the stage and expiry of a pool's current image version in the profile. */
export function imageVersionStatus(context: UpdateContext, { machine }: Worker): VersionStatus {
  const image = context.profile?.images.find(({ name }) => name === machine?.image?.name);
  const listed = image?.versions.find(({ text }) => text === machine?.image?.version);
  return versionStatusOrUnknown(listed, context);
}

function traitsOf({ kubeletVersionConstraint, inPlaceUpdates }: MachineImageVersion) {
  const inPlaceFrom = inPlaceUpdates?.supported === true ? (inPlaceUpdates.minVersionForUpdate ?? "") : "";
  return { kubelets: kubeletVersionConstraint ?? "", inPlaceFrom };
}

/** Downgrade warning. Only pools that replace their nodes can be downgraded; pools with in-place updates refuse it. */
function olderWarning(pool: Worker, image: string, { version }: ListedVersion): readonly string[] {
  const used = pool.machine?.image;
  const current = parseVersion(used?.version ?? "");
  if (isPoolUpdatedInPlace(pool) || used?.name !== image || version === undefined || !current.ok) return [];
  return compareVersions(version, current.value) < 0
    ? [text("Older than {version}, which the pool runs.", { version: used.version ?? "" })]
    : [];
}

/** Most likely choice: the newest supported version of the pool's own image, if newer than the current version. */
export function preferredImageTarget(targets: readonly ImageTarget[], pool: Worker): ImageTarget | undefined {
  const own = targets.filter(({ image, verdict }) => image === pool.machine?.image?.name && verdict === "offered");
  return own.find(({ classification }) => classification === "supported") ?? own[0];
}
