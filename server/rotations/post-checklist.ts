import "server-only";
import { type ChecklistChangeRequest, checklistSchema } from "#lib/contract/checklist.ts";
import type { Call } from "#server/boundary/create-handler.ts";
import { visibleJson } from "#server/boundary/visible-json.ts";
import { type ClusterReadContext, readShoot } from "#server/clusters/read-cluster.ts";
import type { Session } from "#server/identity/session.ts";
import { keepChange } from "./keep-change.ts";

type Context = Pick<ClusterReadContext, "withToken" | "scopes" | "now">;

/** Ticks an item, sets a reason, or changes a row. The audit line contains the item, not the text. */
export async function postChecklist(call: Call<Context, Session, ChecklistChangeRequest>): Promise<Response> {
  const { app, session, body, signal } = call;
  const cluster = { project: call.param("project"), name: call.param("name") };
  const item = "item" in body ? { item: body.item, rotation: body.rotation } : {};
  call.note({ cluster: `${cluster.project}/${cluster.name}`, change: body.kind, ...item });
  const shoot = await readShoot(app, { token: session.token, cluster, signal });
  const checklist = await keepChange(body, {
    client: app.withToken(session.token),
    shoot,
    by: session.user.name,
    at: new Date(app.now()).toISOString(),
    signal,
  });
  return visibleJson(checklistSchema.parse(checklist));
}
