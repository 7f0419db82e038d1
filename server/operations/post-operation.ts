import "server-only";
import { destinationOfMove, isSeedMove } from "#lib/act/plan/move-seed-act.ts";
import { type ConfirmActRequest, confirmActResponseSchema } from "#lib/contract/act.ts";
import type { RouteCall } from "#server/boundary/create-handler.ts";
import type { Session } from "#server/identity/session.ts";
import type { ActContext } from "./act-context.ts";
import { confirmAct } from "./confirm-act.ts";

/** Is informed about actions before they are executed. */
interface ActWitness {
  noteOwnAct(user: string, uid: string): Promise<void>;
}

interface WitnessedActs extends ActContext {
  /** Watch rules of all users; undefined where none are evaluated. */
  readonly ruleWatch: ActWitness | undefined;
}

/** Executes an action on a cluster. The audit line contains the action, and the cluster with its version. */
export async function postOperation(call: RouteCall<WitnessedActs, Session, ConfirmActRequest>): Promise<Response> {
  const { app, session, body, signal } = call;
  const cluster = { project: call.param("project"), name: call.param("name") };
  const { act, uid, resourceVersion, previewHash } = body;
  call.note({
    cluster: `${cluster.project}/${cluster.name}`,
    uid,
    operation: actLabel(act),
    resourceVersion,
    preview: previewHash,
  });
  if (app.ruleWatch !== undefined) {
    const { name } = await app.reviews.identityOf(session.token);
    await app.ruleWatch.noteOwnAct(name, uid);
  }
  const accepted = await confirmAct(app, { token: session.token, cluster, act, body, signal });
  call.note({ annotation: accepted.annotation });
  return Response.json(confirmActResponseSchema.parse(accepted), { status: 202 });
}

/** Short description of an action for the audit log: names, never contents. */
function actLabel(act: ConfirmActRequest["act"]): string {
  switch (act.kind) {
    case "operation":
      return `${act.id}${act.pools === undefined ? "" : `=${act.pools.join(",")}`}${act.when === "now" ? "" : " in-window"}`;
    case "unschedule":
      return `unschedule ${act.operation}`;
    case "change":
      return isSeedMove(act) ? `change seed=${destinationOfMove(act) ?? ""}` : `change ${act.about}`;
    case "delete":
    case "force-delete":
      return act.kind;
  }
}
