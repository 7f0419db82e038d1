import "server-only";
import { type OperationBody, operationAcceptedSchema } from "#lib/contract/operation.ts";
import type { Almanac } from "../container.ts";
import type { Call } from "../http/create-handler.ts";
import { problemOf } from "../http/problem-of.ts";
import type { Session } from "../session/session.ts";
import { requestOperation } from "./request-operation.ts";

/** Requests an operation and leaves exactly one audit line, whatever comes of it. */
export async function postOperation(call: Call<Almanac, Session, OperationBody>): Promise<Response> {
  const { app, session, body, signal } = call;
  const cluster = { project: call.param("project"), name: call.param("name") };
  const audit = call.log.child({
    audit: "operation",
    user: session.user.name,
    session: session.id,
    peer: call.request.headers.get("x-almanac-peer") ?? undefined,
    cluster: `${cluster.project}/${cluster.name}`,
    uid: body.uid,
    operation: body.operation,
    resourceVersion: body.resourceVersion,
  });
  try {
    const accepted = await requestOperation(app, { token: session.token, cluster, body, signal });
    audit.info({ result: "accepted", annotation: accepted.annotation }, "operation requested");
    return Response.json(operationAcceptedSchema.parse(accepted), { status: 202 });
  } catch (error) {
    audit.info({ result: problemOf(error)?.reason ?? "internal" }, "operation not accepted");
    throw error;
  }
}
