import "server-only";
import { planAct } from "#lib/act/plan/plan-act.ts";
import type { PreviewInput } from "#lib/act/plan/preview-input.ts";
import { previewInputOf } from "#lib/act/plan/preview-sources.ts";
import { readNamedThings } from "#lib/act/plan/read-named-things.ts";
import { validShoot } from "#lib/act/plan/valid-shoot.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import { patchShoots } from "#lib/policy/operations/access-rules.ts";
import { prepareProfile } from "#lib/policy/versions/prepared-profile.ts";
import { ok } from "#lib/result.ts";
import { mayOrUndefined } from "#server/access/access-reviews.ts";
import { type ClusterReadContext, readShoot, shootTarget } from "#server/clusters/read-cluster.ts";
import { readShootProfile } from "#server/clusters/read-profile.ts";
import type { ActContext, ClusterActRequest } from "./act-context.ts";
import { actRights } from "./act-rights.ts";
import { deletionFacts } from "./deletion-facts.ts";
import { findConflictingDomain } from "./find-conflicting-domain.ts";
import { referenceReader } from "./reference-reader.ts";

/** A Shoot with a planned action, or the obstacle to planning it. */
export interface PlannedAct {
  readonly target: ObjectTarget;
  readonly shoot: Shoot;
  readonly planned: ReturnType<typeof planAct>;
}

/** Reads the Shoot live with the user's own token, and plans the action on it. */
export async function readPlannedAct(
  context: Pick<ClusterReadContext, "withToken" | "scopes" | "fleet">,
  request: ClusterActRequest,
): Promise<PlannedAct> {
  const [target, read] = await Promise.all([shootTarget(context, request), readShoot(context, request)]);
  const shoot = validShoot(read);
  return { target, shoot, planned: planAct(shoot, request.act, context.fleet.viewOf(shoot).release) };
}

/** Reads what an action is judged by: Shoot, effective profile, permissions, references in the changed spec. */
export async function readPreviewInput(
  context: ActContext,
  request: ClusterActRequest,
  { shoot, target, planned }: PlannedAct,
): Promise<PreviewInput> {
  const { token, act, cluster, signal } = request;
  const client = context.withToken(token);
  const after = planned.ok ? planned.value.after : shoot;
  const [read, can, identity, deletion] = await Promise.all([
    readShootProfile(client, shoot, signal),
    actRights(context.reviews, { token, act, target }),
    context.reviews.identityOf(token),
    deletionFacts(context, request),
  ]);
  const reader = referenceReader({
    client,
    may: (attributes) => mayOrUndefined(context.reviews, token, attributes),
    holderOf: async (domain) => {
      const asker = { scope: await context.scopes.scopeOf(token), mayChange: can(patchShoots) === true };
      return findConflictingDomain(context.sources, shoot, domain, asker);
    },
    signal,
  });
  const sides = { before: shoot, after, project: cluster.project };
  const named = await readNamedThings(reader, sides, read.ok ? prepareProfile(read.value.spec) : undefined);
  return previewInputOf({
    cluster,
    act,
    shoot,
    planned,
    profile: read.ok ? ok(read.value.spec) : read,
    health: context.fleet.rowOf(shoot).health,
    context: { can, user: identity.name, ...deletion },
    view: context.fleet.viewOf(shoot),
    now: context.now(),
    named,
  });
}
