import "server-only";
import { type OperationBody, operationAcceptedSchema } from "#lib/contract/operation.ts";
import type { Almanac } from "../container.ts";
import type { Call } from "../http/create-handler.ts";
import type { Session } from "../session/session.ts";
import { requestOperation } from "./request-operation.ts";

/** Requests an operation, and says in the audit line which, on which version of which cluster. */
export async function postOperation(call: Call<Almanac, Session, OperationBody>): Promise<Response> {
  const { app, session, body, signal } = call;
  const cluster = { project: call.param("project"), name: call.param("name") };
  call.note({
    cluster: `${cluster.project}/${cluster.name}`,
    uid: body.uid,
    operation: body.operation,
    resourceVersion: body.resourceVersion,
  });
  const accepted = await requestOperation(app, { token: session.token, cluster, body, signal });
  call.note({ annotation: accepted.annotation });
  return Response.json(operationAcceptedSchema.parse(accepted), { status: 202 });
}
