import "server-only";
import { type NodesRequest, type NodesResponse, nodesPerPage, type withheldNodesReasons } from "#lib/contract/nodes.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { events, nodes, shoots } from "#lib/kube/resource.ts";
import { accessReviewAttributes, reviewAccessOrUndefined } from "#server/access/access-reviews.ts";
import type { RouteCall } from "#server/boundary/create-handler.ts";
import { type ClusterReadContext, readShoot, shootTarget } from "#server/clusters/read-cluster.ts";
import type { ShootCredentialCall } from "#server/credentials/shoot-credential-call.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import type { Session } from "#server/identity/session.ts";
import type { ShootAddressPolicy } from "./shoot-address-policy.ts";
import { type ShootApi, withShootApi } from "./shoot-api.ts";
import { toClusterNode, toNodeEvent } from "./to-cluster-node.ts";
import { withheldBecause } from "./withheld-shoot.ts";

type Why = (typeof withheldNodesReasons)[number];

interface NodesReader extends Pick<ClusterReadContext, "withToken" | "scopes" | "reviews" | "now"> {
  readonly readOnly: boolean;
  readonly shootReach: ShootAddressPolicy;
}

/** Deadline for everything together: a user is waiting, even if the Shoot's API server does not answer. */
const overallMs = 12_000;
const latestEvents = 50;

/** The Nodes of a Shoot, or why they cannot be shown. Only errors of the garden's API server are thrown. */
export async function readNodes(call: RouteCall<NodesReader, Session, NodesRequest>): Promise<NodesResponse> {
  const { app, session, body } = call;
  const cluster = { project: call.param("project"), name: call.param("name") };
  call.note({ cluster: `${cluster.project}/${cluster.name}` });
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(overallMs)]);
  const request = { token: session.token, cluster, signal };
  const [shoot, target] = await Promise.all([readShoot(app, request), shootTarget(app, request)]);
  const certainly = withheldBy(shoot);
  if (certainly !== undefined) return { state: "withheld", why: certainly };
  const retrieval = { client: app.withToken(session.token), target, now: app.now, signal, reach: app.shootReach };
  // The viewer role is enough to read. In read-only mode, Almanac requests no kubeconfig that could write.
  const roles = app.readOnly ? (["viewer"] as const) : (["viewer", "admin"] as const);
  try {
    const toAct = accessReviewAttributes("create", shoots, { ...target, subresource: "adminkubeconfig" });
    const [mayAct = true, page] = await Promise.all([
      // Only decides whether buttons are enabled; the garden checks the permission again.
      reviewAccessOrUndefined(app.reviews, session.token, toAct),
      withShootApi(retrieval, roles, (api) => readPage(api, body, retrieval)),
    ]);
    return { ...page, mayAct };
  } catch (error) {
    return withheldBecause(error);
  }
}

function withheldBy({ spec, status }: Shoot): Why | undefined {
  if ((spec.provider.workers ?? []).length === 0) return "workerless";
  return status?.hibernated === true ? "hibernated" : undefined;
}

type Page = Omit<Extract<NodesResponse, { state: "read" }>, "mayAct">;

async function readPage(
  { client, role }: ShootApi,
  body: NodesRequest,
  { now, signal }: ShootCredentialCall,
): Promise<Page> {
  const options = { limit: nodesPerPage, continue: body.continue, signal };
  const list = await client.listPage({ resource: nodes }, options);
  const shown = list.items.flatMap((item) => toClusterNode(item) ?? []);
  return {
    state: "read",
    readAt: new Date(now()).toISOString(),
    role,
    nodes: shown,
    unreadable: list.items.length - shown.length,
    continue: list.continue,
    events: await eventsOf(client, body.follow, signal),
  };
}

/** Events of the Nodes; undefined when they cannot be read. The Nodes are shown anyway. */
async function eventsOf(client: GardenClient, names: readonly string[], signal: AbortSignal) {
  try {
    const pages = await Promise.all(
      names.map((name) => {
        const fields = { "involvedObject.kind": "Node", "involvedObject.name": name };
        return client.listPage({ resource: events }, { fields, limit: latestEvents, signal });
      }),
    );
    return pages.flatMap(({ items }) => items.flatMap((item) => toNodeEvent(item) ?? []));
  } catch (error) {
    if (error instanceof GardenError) return undefined;
    throw error;
  }
}
