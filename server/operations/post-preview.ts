import "server-only";
import { type ActPreviewRequest, actPreviewSchema } from "#lib/contract/act.ts";
import { text } from "#lib/language/text.ts";
import type { RouteCall } from "#server/boundary/create-handler.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { Session } from "#server/identity/session.ts";
import type { ActContext } from "./act-context.ts";
import { previewAct } from "./preview-act.ts";

/** Maximum preview size in bytes: it describes a change in several ways and can be much longer than the request. */
const mostBytes = 1_000_000;

/** Answers with the preview of an action on a cluster. */
export async function postPreview(call: RouteCall<ActContext, Session, ActPreviewRequest>): Promise<Response> {
  const { app, session, body, signal } = call;
  const cluster = { project: call.param("project"), name: call.param("name") };
  const preview = await previewAct(app, { token: session.token, cluster, act: body.act, signal });
  const answer = JSON.stringify(actPreviewSchema.parse(preview));
  if (body.act.kind === "change" && Buffer.byteLength(answer) > mostBytes) {
    const detail = text("A preview may have at most {mostBytes} bytes, and this one has more. Change less at once.", {
      mostBytes,
    });
    throw new ProblemError("too-large", { detail });
  }
  return new Response(answer, { headers: { "content-type": "application/json" } });
}
