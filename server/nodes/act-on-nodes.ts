import "server-only";
import type { ClusterNode, NodeActResult, NodeOperationRequest, NodeRef } from "#lib/contract/nodes.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { nodes } from "#lib/kube/resource.ts";
import { text } from "#lib/language/text.ts";
import { nodePatchOfAct, systemdUnitsOfAct } from "#lib/view/nodes/node-act.ts";
import { findNodeActBlocker } from "#lib/view/nodes/node-act-blocker.ts";
import type { RouteCall } from "#server/boundary/create-handler.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { type ClusterReadContext, readShoot, shootTarget } from "#server/clusters/read-cluster.ts";
import { clusterUnfinishedMessage, isClusterUnfinished } from "#server/credentials/request-kubeconfig.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import type { Session } from "#server/identity/session.ts";
import type { ShootAddressPolicy } from "./shoot-address-policy.ts";
import { NoShootKubeconfigError, withShootApi } from "./shoot-api.ts";
import { toClusterNode } from "./to-cluster-node.ts";

interface NodesActor extends Pick<ClusterReadContext, "withToken" | "scopes" | "now"> {
  readonly shootReach: ShootAddressPolicy;
}
type Outcome = NodeActResult["nodes"][number];

/** No write starts after this deadline: browsers give up after 30 seconds. */
const overallMs = 25_000;

/**
 * Writes the annotation or label of an action on each selected Node, one after the other, with an admin kubeconfig
 * requested as the user. A Node that changed since it was shown is skipped.
 */
export async function actOnNodes(call: RouteCall<NodesActor, Session, NodeOperationRequest>): Promise<NodeActResult> {
  const { app, session, body } = call;
  const cluster = { project: call.param("project"), name: call.param("name") };
  call.note({
    cluster: `${cluster.project}/${cluster.name}`,
    act: body.act.kind,
    nodes: body.nodes.map(({ name }) => name).join(","),
    ...(body.act.kind === "restart" && { units: systemdUnitsOfAct(body.act).join(",") }),
  });
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(overallMs)]);
  const request = { token: session.token, cluster, signal };
  const [shoot, target] = await Promise.all([readShoot(app, request), shootTarget(app, request)]);
  if (shoot.metadata.uid !== body.uid) {
    throw new ProblemError("conflict", {
      detail: text("This is another cluster than the one that was shown. Nothing was sent."),
    });
  }
  const retrieval = { client: app.withToken(session.token), target, now: app.now, signal, reach: app.shootReach };
  const requestedAt = new Date(app.now()).toISOString();
  try {
    const outcomes = await withShootApi(retrieval, ["admin"], ({ client }) => each(client, { body, shoot, signal }));
    call.note({ outcomes: outcomes.map(({ outcome }) => outcome).join(",") });
    return { requestedAt, nodes: outcomes };
  } catch (error) {
    if (!(error instanceof NoShootKubeconfigError)) throw error;
    if (isClusterUnfinished(error.cause))
      throw new ProblemError("not-found", { detail: text(clusterUnfinishedMessage) });
    const { gardenMessage, reason } = error.cause;
    throw new ProblemError(reason === "forbidden" ? "forbidden" : "garden-failed", {
      detail: text("The garden made no admin kubeconfig, which is needed to write on nodes. Nothing was sent."),
      ...(gardenMessage === undefined ? {} : { gardenMessage }),
    });
  }
}

interface Asked {
  readonly body: NodeOperationRequest;
  readonly shoot: Shoot;
  readonly signal: AbortSignal;
}

async function each(client: GardenClient, asked: Asked): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const ref of asked.body.nodes) outcomes.push(await one(client, ref, asked));
  return outcomes;
}

async function one(client: GardenClient, ref: NodeRef, asked: Asked): Promise<Outcome> {
  const { name } = ref;
  const found = await readNode(client, name, asked.signal);
  if ("outcome" in found) return found;
  if (found.uid !== ref.uid || found.resourceVersion !== ref.resourceVersion) return { name, outcome: "conflict" };
  const { act } = asked.body;
  const strategy = asked.shoot.spec.provider.workers?.find((pool) => pool.name === found.pool)?.updateStrategy;
  const refusal = findNodeActBlocker(act.kind, found, strategy ?? undefined);
  const patch = nodePatchOfAct(act, ref);
  if (refusal !== undefined || patch === undefined) {
    return { name, outcome: "refused", message: refusal ?? text("systemd has no such units.") };
  }
  try {
    await client.patch({ resource: nodes, name }, patch, { signal: asked.signal });
    return { name, outcome: "requested" };
  } catch (error) {
    return refusedWrite(name, error);
  }
}

async function readNode(client: GardenClient, name: string, signal: AbortSignal): Promise<ClusterNode | Outcome> {
  try {
    const { body } = await client.get({ resource: nodes, name }, { signal });
    return toClusterNode(body) ?? { name, outcome: "not-sent", message: text("The node cannot be read.") };
  } catch (error) {
    if (!(error instanceof GardenError)) throw error;
    if (error.reason === "not-found")
      return { name, outcome: "conflict", message: text("The node is no longer there.") };
    return {
      name,
      outcome: "not-sent",
      message: error.gardenMessage ?? text("The cluster's API server did not answer."),
    };
  }
}

/** Outcome of a failed write. Without a response it is unknown whether the Node was changed. */
function refusedWrite(name: string, error: unknown): Outcome {
  if (!(error instanceof GardenError)) throw error;
  if (error.reason === "conflict" || error.reason === "not-found") return { name, outcome: "conflict" };
  if (error.status === undefined || error.reason === "bad-answer") return { name, outcome: "unsure" };
  return { name, outcome: "refused", message: error.gardenMessage };
}
