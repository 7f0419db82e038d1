import "server-only";
import { actPreviewSchema, type PreviewBody } from "#lib/contract/act.ts";
import type { Call } from "../boundary/create-handler.ts";
import type { Session } from "../identity/session.ts";
import { previewAct } from "./preview-act.ts";
import type { ActReading } from "./read-act-world.ts";

/** Shows what an act would do. */
export async function postPreview(call: Call<ActReading, Session, PreviewBody>): Promise<Response> {
  const { app, session, body, signal } = call;
  const cluster = { project: call.param("project"), name: call.param("name") };
  const preview = await previewAct(app, { token: session.token, cluster, act: body.act, signal });
  return Response.json(actPreviewSchema.parse(preview));
}
