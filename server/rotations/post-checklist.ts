import "server-only";
import { type ChecklistChangeRequest, checklistSchema } from "#lib/contract/checklist.ts";
import type { RouteCall } from "#server/boundary/create-handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { type ClusterReadContext, readShoot } from "#server/clusters/read-cluster.ts";
import type { Session } from "#server/identity/session.ts";
import { storeChecklistChange } from "./store-checklist-change.ts";

type Context = Pick<ClusterReadContext, "withToken" | "scopes" | "now">;

/** Ticks a rotation checklist item, sets a reason, or changes a row. The audit line has the item's id, not the text. */
export async function postChecklist(call: RouteCall<Context, Session, ChecklistChangeRequest>): Promise<Response> {
  const { app, session, body, signal } = call;
  const cluster = { project: call.param("project"), name: call.param("name") };
  const item = "item" in body ? { item: body.item, rotation: body.rotation } : {};
  call.note({ cluster: `${cluster.project}/${cluster.name}`, change: body.kind, ...item });
  const shoot = await readShoot(app, { token: session.token, cluster, signal });
  const checklist = await storeChecklistChange(body, {
    client: app.withToken(session.token),
    shoot,
    by: session.user.name,
    at: new Date(app.now()).toISOString(),
    signal,
  });
  return createVisibleJsonResponse(checklistSchema.parse(checklist));
}
