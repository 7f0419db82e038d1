import type { Worker } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import { effectiveKubernetesVersion } from "#lib/policy/admission/effective-pool.ts";
import { poolsOf } from "#lib/policy/maintenance/version-state.ts";
import { versionCore } from "#lib/policy/versions/version-step.ts";
import { applyDraft } from "./apply-draft.ts";
import { contextOfSinglePool, createSpecValidator, type SpecValidator, type UpdateContext } from "./spec-validator.ts";
import { describeFieldErrorInPool, describePoolImpact, poolFieldOfError } from "./target-descriptions.ts";
import { type UpdateDraft, withPoolEdit } from "./update-draft.ts";
import {
  availabilityOfTarget,
  newestFirst,
  stageWarning,
  type VersionOption,
  versionStatusOrUnknown,
} from "./version-option.ts";

/** Possible Kubernetes version of a pool. */
export interface PoolTarget extends VersionOption {
  /** Null to follow the control plane. */
  readonly choice: string | null;
}

/** Current version of a pool, and its possible ones. */
export interface PoolChoices {
  readonly name: string;
  /** Version that its kubelets run today. */
  readonly current: string;
  /** Version pinned for this pool. */
  readonly pin: string | undefined;
  readonly targets: readonly PoolTarget[];
}

/** Possible Kubernetes versions of a pool, judged together with the rest of the draft. */
export function poolChoices(context: UpdateContext, draft: UpdateDraft, pool: Worker): PoolChoices {
  const { profile, shoot } = context;
  const current = effectiveKubernetesVersion(shoot.spec, pool);
  const pin = pool.kubernetes?.version || undefined;
  const listed = newestFirst(profile?.kubernetes ?? []).filter(({ text }) => text !== "");
  const alone = contextOfSinglePool(context, pool);
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

function targetOf({ context, draft, pool, judge, current }: JudgedPool, choice: string | null): PoolTarget {
  const { shoot, rules, profile } = context;
  const next = applyDraft(shoot.spec, withPoolEdit(draft, pool.name, { kubernetes: choice }), rules);
  const after = poolsOf(next)[0] ?? pool;
  const version = effectiveKubernetesVersion(next, after);
  const listed = profile?.kubernetes.find(({ text }) => text === version);
  const standing = versionStatusOrUnknown(listed, context);
  const { faults: all, impacts } = judge(next);
  const faults = all.filter((fault) => poolFieldOfError(fault, next).pool !== undefined);
  const warnings = [
    ...(choice === null ? unpinWarning(current, version) : []),
    ...(version === current ? [] : stageWarning(standing.classification)),
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

/** Pools whose nodes are replaced may skip more versions than Gardener promises. */
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
export function raiseTarget({ targets, pin }: PoolChoices): PoolTarget | undefined {
  if (pin === undefined) return undefined;
  return targets.find(({ choice, verdict, effect }) => choice !== null && verdict === "offered" && effect !== "");
}

/** Target that pins a pool to its current version. */
export function pinTarget({ targets, pin, current }: PoolChoices): PoolTarget | undefined {
  return pin === undefined ? targets.find(({ choice }) => choice === current) : undefined;
}

/** Target that removes the pin. */
export function unpinTarget({ targets }: PoolChoices): PoolTarget | undefined {
  return targets.find(({ choice }) => choice === null);
}
