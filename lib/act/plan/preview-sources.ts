import type { Act } from "#lib/contract/act.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { findAnnotationAdmissionErrors } from "#lib/policy/admission/admit-annotations.ts";
import type { ReferencedGardenObjects } from "#lib/policy/admission/find-reference-admission-errors.ts";
import { objectsOfUnknownState } from "#lib/policy/admission/named-objects.ts";
import { knownNodeCounts } from "#lib/policy/changes/known-node-counts.ts";
import { predictChangeImpact } from "#lib/policy/changes/predict-change-impact.ts";
import { rulesOfShoot } from "#lib/policy/editions/rules-of-shoot.ts";
import { simulateMaintenanceRun, specAfterMaintenanceRun } from "#lib/policy/maintenance/maintain-shoot.ts";
import { forecastShootRequest } from "#lib/policy/next/forecast-shoot-request.ts";
import { reconcileBlockerContextOf } from "#lib/policy/next/reconcile-blocker-context.ts";
import { annotationOf, annotations } from "#lib/policy/operations/annotations.ts";
import { findRunRejection } from "#lib/policy/operations/maintenance-operations.ts";
import { shootFacts } from "#lib/policy/operations/shoot-facts.ts";
import { type PreparedProfile, prepareProfile } from "#lib/policy/versions/prepared-profile.ts";
import { isSeedMove } from "./move-seed-act.ts";
import type { planAct } from "./plan-act.ts";
import type { PreviewInput } from "./preview-input.ts";
import { requestedOperations } from "./requested-operations.ts";

/** Data read from a garden for the preview of an action. */
export interface PreviewSources
  extends Pick<PreviewInput, "cluster" | "act" | "profile" | "health" | "context" | "view" | "now" | "move"> {
  readonly shoot: Shoot;
  readonly planned: ReturnType<typeof planAct>;
  /** Objects that the changed Shoot refers to, as far as the user may read them. */
  readonly named?: ReferencedObjects | undefined;
}

/** Objects needed to check a change, besides the Shoot and its current profile. */
export interface ReferencedObjects {
  readonly references: ReferencedGardenObjects;
  /** Seed that the changed spec names. */
  readonly seed: Seed | undefined;
  /** Profile that the changed spec names, if it differs from the current one. */
  readonly profile: PreparedProfile | undefined;
}

/** Builds the input of a preview. If the action cannot be planned, the Shoot after it equals the one before. */
export function previewInputOf({ shoot, planned, context, named, ...readings }: PreviewSources): PreviewInput {
  const { profile, act, view, now } = readings;
  const plan = planned.ok ? planned.value : { steps: [], after: shoot };
  const rules = rulesOfShoot(shoot, view);
  const known = {
    plan,
    before: shoot,
    prepared: profile.ok ? prepareProfile(profile.value) : undefined,
    rules,
    now,
  };
  const impact = impactOf({ ...known, named, view, byBinding: isSeedMove(act) });
  const asked = requestedOperations(act, shoot, plan.after);
  const maintains = asked.some(({ id, when }) => id === "maintain" && when !== "in-window");
  return {
    ...readings,
    ...known,
    context: {
      ...context,
      rules,
      ...reconcileBlockerContextOf(shoot, view),
      maintenanceChanges: maintains && wakesByMaintenance({ ...readings, shoot, rules }),
    },
    asked,
    outlook: forecastShootRequest(shoot, wantedOf(act, plan.after, now), {
      view,
      rules,
      maintains: maintains && findRunRejection(shootFacts(shoot, rules), now) === undefined,
      byBinding: isSeedMove(act),
      nowMs: now,
    }),
    impact,
    unknown: objectsOfUnknownState({ old: shoot.spec, new: plan.after.spec }, named?.references.objects),
    noted: impact?.stage === "static" ? [] : notedErrors({ ...known, named }),
  };
}

/** Returns the Shoot after the complete action, because a deletion's plan contains only the confirmation annotation. */
function wantedOf({ kind }: Act, after: Shoot, now: number): Shoot {
  if (kind !== "delete") return after;
  return { ...after, metadata: { ...after.metadata, deletionTimestamp: formatInstant(now) } };
}

/** Whether a maintenance run raises the generation, so that gardenlet retries after a failure. */
function wakesByMaintenance({
  shoot,
  profile,
  rules,
  now,
}: Pick<PreviewInput, "profile" | "rules" | "now"> & Pick<PreviewSources, "shoot">): boolean {
  if (!profile.ok || shoot.spec.maintenance?.confineSpecUpdateRollout === true) return false;
  return (
    specAfterMaintenanceRun(shoot.spec, simulateMaintenanceRun(shoot, profile.value, { now, rules })) !== shoot.spec
  );
}

type Judged = Pick<PreviewInput, "plan" | "before" | "prepared" | "rules" | "now"> & Pick<PreviewSources, "named">;

function notedErrors({ plan, before, now, named }: Judged): PreviewInput["noted"] {
  const { quotas, hasIssuer } = named?.references ?? {};
  return findAnnotationAdmissionErrors({ before, after: plan.after, quotas, hasIssuer, now });
}

function impactOf(
  judged: Judged & Pick<PreviewSources, "view"> & { readonly byBinding: boolean },
): PreviewInput["impact"] {
  const { plan, before, prepared, rules, now, named, view, byBinding } = judged;
  if (semanticallyEqual(before.spec, plan.after.spec)) return undefined;
  const nodes = knownNodeCounts(before);
  return predictChangeImpact(before.spec, plan.after.spec, named?.profile ?? prepared, {
    now,
    rules,
    pending: before.status?.inPlaceUpdates?.pendingWorkerUpdates,
    operation: annotationOf(before, annotations.operation),
    status: before.status ?? {},
    namespace: before.metadata.namespace,
    annotations: plan.after.metadata.annotations,
    seed: named?.seed,
    byBinding,
    references: named?.references,
    liveMigration: view.gates?.LiveControlPlaneMigration,
    deleting: before.metadata.deletionTimestamp !== undefined,
    oldRotation: before.status?.credentials?.rotation,
    ...(nodes && { nodes }),
  });
}
