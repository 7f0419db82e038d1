import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { knownNodeCounts } from "../changes/known-node-counts.ts";
import { type ChangeImpact, predictChangeImpact } from "../changes/predict-change-impact.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import { isDeleting } from "../maintenance/run-due.ts";
import { type DiagnosisContext, responsibleSeedName } from "../next/next-view.ts";
import { annotationOf, annotations } from "../operations/annotations.ts";
import type { FieldErrorCode } from "../spec-validation/field-error.ts";
import { viewConstraint } from "../status/constraints.ts";
import { prepareProfile } from "../versions/prepared-profile.ts";
import { versionCore } from "../versions/version-step.ts";
import type { ApiRemoval } from "./api-removal.ts";
import { cleanupFindings } from "./cleanup-findings.ts";
import type { ClusterContents } from "./contents/cluster-contents.ts";
import { drainsOfStep } from "./contents/step-drains.ts";
import { contentsFindings } from "./contents-findings.ts";
import { isRecentLook, unreadContentsOf } from "./contents-look.ts";
import {
  capacityFindings,
  manualPoolFindings,
  replacingRollouts,
  skewFindings,
  windowFindings,
} from "./node-findings.ts";
import type { MinorStep, ReadinessFinding, UnreadContents, UnreadPart } from "./readiness-finding.ts";
import { removedApis } from "./removed-apis.ts";
import { specAfterStep } from "./spec-after-step.ts";
import {
  blockerFindings,
  conditionFindings,
  constraintFindings,
  frozenSpecFindings,
  operationFindings,
  pendingInPlaceFindings,
  rotationFindings,
} from "./state-findings.ts";

/**
 * Whether a cluster is ready for a step. `ready`: nothing stands against it in the garden's objects or inside the cluster,
 * which was read completely. `ready-as-known`: nothing stands against it in what was read. `not-looked`: too little could
 * be read to say that.
 */
export type ReadinessResult = "not-ready" | "ready-with-risks" | "ready-as-known" | "ready" | "not-looked";

export interface Readiness {
  readonly step: MinorStep;
  readonly result: ReadinessResult;
  /** The worst first. */
  readonly findings: readonly ReadinessFinding[];
  /** APIs that the step removes; undefined if not known. Those that the cluster uses are findings, if it was looked at. */
  readonly removals: readonly ApiRemoval[] | undefined;
  readonly unread: readonly UnreadPart[];
  /** Parts of the cluster that the look inside has not read completely; none if there was no look. */
  readonly unreadContents: readonly UnreadContents[];
}

/** Facts about a cluster, besides its Shoot. */
export interface ReadinessContext {
  /** The effective profile; undefined if it cannot be read. */
  readonly profile: CloudProfileSpec | undefined;
  readonly rules: GardenerRules;
  /** Facts about the Seed and the garden. */
  readonly view: DiagnosisContext;
  /** Current time in epoch milliseconds. */
  readonly now: number;
  /** What a look inside the cluster has read; undefined if there was none. */
  readonly contents?: ClusterContents | undefined;
  /** Whether the Shoot's spec was changed since that look. */
  readonly isShootChanged?: boolean | undefined;
}

/**
 * What stands against the next minor version of a cluster, as far as the Shoot, its profile and a look inside the cluster
 * say. Without a complete look it never says that a cluster is ready without reserve.
 */
export function assessReadiness(shoot: Shoot, step: MinorStep, context: ReadinessContext): Readiness {
  const readable = versionCore(step.from) !== undefined && versionCore(step.to) !== undefined;
  if (isDeleting(shoot) || !readable) {
    return { step, result: "not-looked", findings: [], removals: undefined, unread: ["inside"], unreadContents: [] };
  }
  const removals = removedApis(step.from, step.to);
  const findings = bySeverity(readinessFindings(shoot, step, removals, context));
  const unread = unreadPartsOf(shoot, removals, context);
  const unreadContents = context.contents === undefined ? [] : unreadContentsOf(context.contents);
  const result = resultOf(findings, { ...context, isAllRead: unreadContents.length === 0 && isGardenRead(unread) });
  return { step, result, findings, removals, unread, unreadContents };
}

const worstFirst: readonly ReadinessFinding["severity"][] = ["blocks", "risk", "note"];

function bySeverity(findings: readonly ReadinessFinding[]): readonly ReadinessFinding[] {
  return findings.toSorted((a, b) => worstFirst.indexOf(a.severity) - worstFirst.indexOf(b.severity));
}

/** Whether all was read that can be: nobody reads the quotas of a cloud account. */
function isGardenRead(unread: readonly UnreadPart[]): boolean {
  return unread.every((part) => part === "machine-quota");
}

function resultOf(
  findings: readonly ReadinessFinding[],
  { profile, isAllRead }: Pick<ReadinessContext, "profile"> & { readonly isAllRead: boolean },
): ReadinessResult {
  if (findings.some(({ severity }) => severity === "blocks")) return "not-ready";
  if (profile === undefined) return "not-looked";
  if (findings.some(({ severity }) => severity === "risk")) return "ready-with-risks";
  return isAllRead ? "ready" : "ready-as-known";
}

function readinessFindings(
  shoot: Shoot,
  step: MinorStep,
  removals: readonly ApiRemoval[] | undefined,
  { profile, rules, view, now, contents }: ReadinessContext,
): readonly ReadinessFinding[] {
  const nodes = knownNodeCounts(shoot);
  const after = specAfterStep(shoot, step, { profile, rules });
  const impact = predictChangeImpact(after.before, after.spec, profile && prepareProfile(profile), {
    now: step.at ?? now,
    rules,
    pending: shoot.status?.inPlaceUpdates?.pendingWorkerUpdates,
    operation: annotationOf(shoot, annotations.operation),
    status: shoot.status,
    namespace: shoot.metadata.namespace,
    annotations: shoot.metadata.annotations,
    oldRotation: shoot.status?.credentials?.rotation,
    liveMigration: view.gates?.LiveControlPlaneMigration,
    ...(nodes && { nodes }),
  });
  const rollouts = replacingRollouts(impact);
  const frozen = frozenSpecFindings(shoot, rules);
  const inWindow = step.way !== "chosen" || impact.when === "maintenance-window";
  return [
    ...frozen,
    ...refusalsOf(impact).filter(({ error }) => frozen.length === 0 || error.code !== "SHOOT_RESCHEDULED"),
    ...blockerFindings(shoot, { view, now }),
    ...(frozen.length > 0 ? [] : operationFindings(shoot, step.way, { view, now })),
    ...conditionFindings(shoot),
    ...constraintFindings(shoot),
    ...(has(impact, "IN_PLACE_UPDATE_PENDING") ? [] : pendingInPlaceFindings(shoot)),
    ...rotationFindings(shoot, now),
    ...capacityFindings(shoot, rollouts),
    ...(has(impact, "POOL_SKEW") ? [] : skewFindings(after.spec)),
    ...manualPoolFindings(impact),
    ...(inWindow ? windowFindings(shoot, rollouts) : []),
    ...cleanupFindings(shoot.spec, after),
    ...(contents === undefined
      ? []
      : contentsFindings({ contents, step, drains: drainsOfStep(after.spec, impact), removals, now })),
  ];
}

function has({ faults }: ChangeImpact, wanted: FieldErrorCode): boolean {
  return faults.some(({ code }) => code === wanted);
}

function refusalsOf({ faults }: ChangeImpact): readonly ReadinessFinding<"refused">[] {
  return faults.map((error) => ({ id: "refused", severity: "blocks", fixer: "user", certainty: "known", error }));
}

/** What was not looked at. Nobody looks at the quotas of the cloud account. */
function unreadPartsOf(
  shoot: Shoot,
  removals: readonly ApiRemoval[] | undefined,
  { profile, view, contents, now, isShootChanged = false }: ReadinessContext,
): readonly UnreadPart[] {
  const { spec, status } = shoot;
  const constraints = (status?.constraints ?? []).filter((constraint) => constraint !== null);
  const isUnchecked = constraints.some((constraint) => viewConstraint(constraint).reading === "not-checked");
  return [
    ...(contents === undefined ? (["inside"] as const) : []),
    ...(contents !== undefined && (isShootChanged || !isRecentLook(contents, now)) ? (["inside-since"] as const) : []),
    ...(contents !== undefined && removals === undefined ? (["api-removals"] as const) : []),
    ...((spec.provider?.workers ?? []).length > 0 ? (["machine-quota"] as const) : []),
    ...(profile === undefined ? (["profile"] as const) : []),
    ...(view.seed === undefined && responsibleSeedName(shoot) !== undefined ? (["seed"] as const) : []),
    ...((status?.conditions ?? []).length === 0 ? (["conditions"] as const) : []),
    ...(constraints.length === 0 || isUnchecked ? (["constraints"] as const) : []),
  ];
}
