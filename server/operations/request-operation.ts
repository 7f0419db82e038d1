import "server-only";
import type { OperationAccepted, OperationBody } from "#lib/contract/operation.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { annotationOf, annotations } from "#lib/policy/operations/annotations.ts";
import { composeOperation } from "#lib/policy/operations/compose.ts";
import { evaluate } from "#lib/policy/operations/evaluate.ts";
import { type ClusterReading, type ClusterRequest, readShoot, shootTarget } from "../clusters/read-cluster.ts";
import { ProblemError } from "../http/problem.ts";

export interface OperationRequest extends ClusterRequest {
  readonly body: OperationBody;
}

/**
 * Requests an operation through the Shoot's annotation, with the user's own token and bound to the version that the
 * user saw. Whether the garden takes it is the garden's word: our own rules only refuse what it would accept to the
 * user's harm.
 */
export async function requestOperation(
  context: Pick<ClusterReading, "withToken" | "scopes" | "now">,
  request: OperationRequest,
): Promise<OperationAccepted> {
  const { token, body, signal } = request;
  const shoot = await readShoot(context, request);
  refuseIfChanged(shoot, body);
  const annotation = annotationFor(shoot, body, context.now());
  const patch = {
    metadata: {
      uid: body.uid,
      resourceVersion: body.resourceVersion,
      annotations: { [annotations.operation]: annotation },
    },
  };
  const target = await shootTarget(context, request);
  const answer = await context.withToken(token).patch<Shoot>(target, patch, { signal });
  const { resourceVersion, generation } = answer.body.metadata;
  return {
    operation: body.operation,
    annotation,
    requestedAt: new Date(context.now()).toISOString(),
    resourceVersion: resourceVersion ?? "",
    ...(generation === undefined ? {} : { generation }),
    warnings: [...answer.warnings],
  };
}

function refuseIfChanged({ metadata }: Shoot, body: OperationBody): void {
  if (metadata.uid !== body.uid) {
    throw new ProblemError("conflict", { detail: "The cluster was deleted and created anew since you saw it." });
  }
  if (metadata.resourceVersion !== body.resourceVersion) {
    throw new ProblemError("conflict", {
      detail: "The cluster has changed since you saw it. Look again, then repeat.",
    });
  }
}

/** The whole value to write: what is pending already, and the operation. */
function annotationFor(shoot: Shoot, { operation }: OperationBody, nowMs: number): string {
  const { decision, reasons, stricterThanServer } = evaluate({ id: operation }, shoot, nowMs);
  if (decision === "deny" && stricterThanServer) {
    throw new ProblemError("refused-by-policy", {
      detail: "Almanac does not send this operation in the cluster's present state.",
      causes: reasons.map(({ id }) => ({ field: "operation", message: id })),
    });
  }
  const composed = composeOperation(annotationOf(shoot, annotations.operation), operation);
  if (composed.ok) return composed.annotation;
  const pending = composed.blockedBy.join(", ");
  throw new ProblemError("conflict", {
    detail: `The operation ${operation} must stand alone, and this is waiting for gardenlet already: ${pending}.`,
    causes: composed.blockedBy.map((blocker) => ({ field: "operation", message: blocker })),
  });
}
