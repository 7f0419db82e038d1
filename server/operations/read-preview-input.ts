import "server-only";
import { isBindingMigration } from "#lib/act/plan/migrate-binding-act.ts";
import { planAct } from "#lib/act/plan/plan-act.ts";
import type { PreviewInput } from "#lib/act/plan/preview-input.ts";
import { previewInputOf } from "#lib/act/plan/preview-sources.ts";
import { readReferencedObjects } from "#lib/act/plan/read-named-things.ts";
import { shootWithValidTypes } from "#lib/act/plan/shoot-with-valid-types.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import { patchShootsRule } from "#lib/policy/operations/access-rules.ts";
import { prepareProfile } from "#lib/policy/versions/prepared-profile.ts";
import { ok } from "#lib/result.ts";
import { reviewAccessOrUndefined } from "#server/access/access-reviews.ts";
import { type ClusterReadContext, readShoot, shootTarget } from "#server/clusters/read-cluster.ts";
import { readShootProfile } from "#server/clusters/read-profile.ts";
import { listBindings } from "#server/credentials/list-bindings.ts";
import type { ActContext, ClusterActRequest } from "./act-context.ts";
import { findConflictingDomain } from "./find-conflicting-domain.ts";
import { readActPermissions } from "./read-act-permissions.ts";
import { readDeletionApproval } from "./read-deletion-approval.ts";
import { readSeedMove } from "./read-seed-move.ts";
import { referenceReader, withPlannedBindings } from "./reference-reader.ts";

/** A Shoot and the requests of an action on it, or why the action is not possible. */
export interface PlannedAct {
  readonly target: ObjectTarget;
  readonly shoot: Shoot;
  readonly planned: ReturnType<typeof planAct>;
}

/** Reads the Shoot with the user's own token, and plans the requests of an action on it. */
export async function readPlannedAct(
  context: Pick<ClusterReadContext, "withToken" | "scopes" | "fleet">,
  request: ClusterActRequest,
): Promise<PlannedAct> {
  const { token, act, signal } = request;
  const [target, read] = await Promise.all([shootTarget(context, request), readShoot(context, request)]);
  const shoot = shootWithValidTypes(read);
  const bindings = isBindingMigration(act)
    ? await listBindings({ client: context.withToken(token), signal }, shoot.metadata.namespace)
    : undefined;
  return { target, shoot, planned: planAct(shoot, act, context.fleet.viewOf(shoot), bindings) };
}

/** Reads a preview's input: the Shoot's profile, the user's permissions, and objects referenced by the changed spec. */
export async function readPreviewInput(
  context: ActContext,
  request: ClusterActRequest,
  { shoot, target, planned }: PlannedAct,
): Promise<PreviewInput> {
  const { token, act, cluster, signal } = request;
  const client = context.withToken(token);
  const after = planned.ok ? planned.value.after : shoot;
  const [read, can, identity, deletion, move] = await Promise.all([
    readShootProfile(client, shoot, signal),
    readActPermissions(context.reviews, { token, act, target }),
    context.reviews.identityOf(token),
    readDeletionApproval(context, request),
    readSeedMove(context, request, shoot),
  ]);
  const stored = referenceReader({
    client,
    may: (attributes) => reviewAccessOrUndefined(context.reviews, token, attributes),
    holderOf: async (domain) => {
      const asker = { scope: await context.scopes.scopeOf(token), mayChange: can(patchShootsRule) === true };
      return findConflictingDomain(context.sources, shoot, domain, asker);
    },
    signal,
  });
  const reader = withPlannedBindings(stored, planned.ok ? planned.value.steps : []);
  const sides = { before: shoot, after, project: cluster.project };
  const named = await readReferencedObjects(reader, sides, read.ok ? prepareProfile(read.value.spec) : undefined);
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
    move,
    named,
  });
}
