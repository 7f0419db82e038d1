import type { Worker } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import { effectiveKubernetesVersion } from "#lib/policy/admission/effective-pool.ts";
import { workerPoolsOf } from "#lib/policy/maintenance/version-state.ts";
import { versionCore } from "#lib/policy/versions/version-step.ts";
import { applyDraft } from "./apply-draft.ts";
import { createSpecValidator, type SpecValidator, type UpdateContext, updateContextOfPool } from "./spec-validator.ts";
import { describeFieldErrorInPool, describePoolImpact, poolFieldOfError } from "./target-descriptions.ts";
import { type UpdateDraft, withPoolEdit } from "./update-draft.ts";
import {
  availabilityOfTarget,
  sortVersionsNewestFirst,
  type VersionOption,
  versionStatusOrUnknown,
  warningsAboutStage,
} from "./version-option.ts";

/** Kubernetes version that a pool could be changed to. */
export interface PoolVersionTarget extends VersionOption {
  /** Version to pin; null if the pool is to follow the control plane. */
  readonly choice: string | null;
}

/** Current Kubernetes version of a pool, and the versions that it could be changed to. */
export interface PoolVersionChoices {
  readonly name: string;
  /** Kubernetes version that the kubelets of the pool run now. */
  readonly current: string;
  /** Kubernetes version that is pinned for the pool. */
  readonly pin: string | undefined;
  readonly targets: readonly PoolVersionTarget[];
}

/** Kubernetes versions that a pool could change to, each checked together with the other edits of the draft. */
export function poolVersionChoicesOf(context: UpdateContext, draft: UpdateDraft, pool: Worker): PoolVersionChoices {
  const { profile, shoot } = context;
  const current = effectiveKubernetesVersion(shoot.spec, pool);
  const pin = pool.kubernetes?.version || undefined;
  const listed = sortVersionsNewestFirst(profile?.kubernetes ?? []).filter(({ text }) => text !== "");
  const alone = updateContextOfPool(context, pool);
  const without = withPoolEdit(draft, pool.name, { kubernetes: undefined });
  const judge = createSpecValidator(alone, applyDraft(alone.shoot.spec, without, alone.rules));
  const judged = { context: alone, draft, pool, judge, current };
  // The current version can be pinned even if the profile does not list it.
  const versions = new Set([...listed.map(({ text }) => text), ...(current === "" ? [] : [current])]);
  return {
    name: pool.name,
    current,
    pin,
    targets: [
      ...(pin === undefined ? [] : [targetOf(judged, null)]),
      ...[...versions].filter((version) => version !== pin).map((version) => targetOf(judged, version)),
    ],
  };
}

interface JudgedPool {
  readonly context: UpdateContext;
  readonly draft: UpdateDraft;
  readonly pool: Worker;
  readonly judge: SpecValidator;
  readonly current: string;
}

function targetOf({ context, draft, pool, judge, current }: JudgedPool, choice: string | null): PoolVersionTarget {
  const { shoot, rules, profile } = context;
  const next = applyDraft(shoot.spec, withPoolEdit(draft, pool.name, { kubernetes: choice }), rules);
  const after = workerPoolsOf(next)[0] ?? pool;
  const version = effectiveKubernetesVersion(next, after);
  const listed = profile?.kubernetes.find(({ text }) => text === version);
  const standing = versionStatusOrUnknown(listed, context);
  const { faults: all, impacts } = judge(next);
  const faults = all.filter((fault) => poolFieldOfError(fault, next).pool !== undefined);
  const warnings = [
    ...(choice === null ? unpinWarning(current, version) : []),
    ...(version === current ? [] : warningsAboutStage(standing.classification)),
  ];
  const verdict = availabilityOfTarget(faults, warnings);
  return {
    ...standing,
    choice,
    version,
    verdict,
    codes: faults.map(({ code }) => code),
    reasons:
      verdict === "refused" ? [...new Set(faults.map((fault) => describeFieldErrorInPool(fault, next)))] : warnings,
    effect: verdict === "refused" ? "" : describePoolImpact(impacts.get(pool.name), after),
  };
}

/** Warning about skipped versions: pools that replace nodes may skip more versions than Gardener documents. */
function unpinWarning(from: string, to: string): readonly string[] {
  const [before, after] = [versionCore(from), versionCore(to)];
  const isFar = before && after && (after.major > before.major || after.minor > before.minor + 1);
  return isFar
    ? [
        text(
          "From {from} to {to} is more than one minor, further than Gardener's documentation promises for a pin removed.",
          { from, to },
        ),
      ]
    : [];
}

/** Highest version that a pinned pool can be raised to without a warning. */
export function targetToRaisePin({ targets, pin }: PoolVersionChoices): PoolVersionTarget | undefined {
  if (pin === undefined) return undefined;
  return targets.find(({ choice, verdict, effect }) => choice !== null && verdict === "offered" && effect !== "");
}

/** Returns the choice that pins a pool to its current version. */
export function targetToPin({ targets, pin, current }: PoolVersionChoices): PoolVersionTarget | undefined {
  return pin === undefined ? targets.find(({ choice }) => choice === current) : undefined;
}

/** Returns the choice that removes the pin of a pool. */
export function targetToUnpin({ targets }: PoolVersionChoices): PoolVersionTarget | undefined {
  return targets.find(({ choice }) => choice === null);
}
