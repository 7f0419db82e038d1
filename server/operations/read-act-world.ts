import "server-only";
import type { Act } from "#lib/contract/act.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { changeImpact } from "#lib/policy/changes/change-impact.ts";
import { parseEdition } from "#lib/policy/editions/edition.ts";
import { rulesOf } from "#lib/policy/editions/edition-rules.ts";
import { annotationOf, annotations } from "#lib/policy/operations/annotations.ts";
import { prepareProfile } from "#lib/policy/versions/prepared-profile.ts";
import { ok } from "#lib/result.ts";
import type { ActObstacle } from "#lib/view/act/act-obstacle.ts";
import type { ActWorld } from "#lib/view/act/act-world.ts";
import { askedOperations } from "#lib/view/act/asked-operations.ts";
import { type ActPlan, planAct } from "#lib/view/act/plan-act.ts";
import { nodesOf } from "#lib/view/act/pool-effects.ts";
import { readShoot as soundShoot } from "#lib/view/read-shoot.ts";
import { type ClusterReading, type ClusterRequest, readShoot, shootTarget } from "../clusters/read-cluster.ts";
import { readProfile } from "../clusters/read-profile.ts";
import { actRights } from "./act-rights.ts";

export interface ActRequest extends ClusterRequest {
  readonly act: Act;
}

export type ActReading = Pick<ClusterReading, "withToken" | "scopes" | "reviews" | "fleet" | "now">;

/** A Shoot with the act that is meant for it: planned, or with what stands against any plan. */
export interface PlannedAct {
  readonly target: ObjectTarget;
  readonly shoot: Shoot;
  readonly planned: ReturnType<typeof planAct>;
}

/** Reads the Shoot live with the user's own token, and plans the act on it. */
export async function readPlannedAct(
  context: Pick<ClusterReading, "withToken" | "scopes">,
  request: ActRequest,
): Promise<PlannedAct> {
  const [target, read] = await Promise.all([shootTarget(context, request), readShoot(context, request)]);
  const shoot = soundShoot({ ...read }) ?? read;
  return { target, shoot, planned: planAct(shoot, request.act) };
}

/** What an act is judged by: the Shoot, its effective profile, who asks, and what the change of the spec does. */
export async function readActWorld(
  context: ActReading,
  request: ActRequest,
  { shoot, target, planned }: PlannedAct,
): Promise<ActWorld & { readonly obstacle: ActObstacle | undefined }> {
  const { token, act, cluster, signal } = request;
  const client = context.withToken(token);
  const [read, can, identity] = await Promise.all([
    readProfile(client, shoot, signal),
    actRights(context.reviews, { token, act, target }),
    context.reviews.identityOf(token),
  ]);
  const profile = read.ok ? ok(read.value.spec) : read;
  const prepared = profile.ok ? prepareProfile(profile.value) : undefined;
  const rules = rulesOf({ gardenlet: parseEdition(shoot.status?.gardener?.version) });
  const now = context.now();
  const plan: ActPlan = planned.ok ? planned.value : { steps: [], after: shoot };
  const known = { cluster, act, plan, before: shoot, profile, prepared, rules, now };
  return {
    ...known,
    health: context.fleet.rowOf(shoot).health,
    context: { can, user: identity.name, rules },
    asked: askedOperations(act, shoot, plan.after),
    impact: impactOf(known),
    obstacle: planned.ok ? undefined : planned.error,
  };
}

function impactOf(world: Pick<ActWorld, "plan" | "before" | "prepared" | "rules" | "now">): ActWorld["impact"] {
  const { plan, before, prepared, rules, now } = world;
  if (semanticallyEqual(before.spec, plan.after.spec)) return undefined;
  const nodes = nodesOf(before);
  return changeImpact(before.spec, plan.after.spec, prepared, {
    now,
    rules,
    pending: before.status?.inPlaceUpdates?.pendingWorkerUpdates,
    operation: annotationOf(before, annotations.operation),
    deleting: before.metadata.deletionTimestamp !== undefined,
    oldRotation: before.status?.credentials?.rotation,
    ...(nodes && { nodes }),
  });
}
