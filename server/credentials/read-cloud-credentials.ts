import "server-only";
import type { CloudCredentials } from "#lib/contract/credentials-cloud.ts";
import { credentialsBindingOf } from "#lib/garden/binding-of.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import {
  cloudCredentialsOf,
  credentialsRollover,
  shootsSharingCredentials,
} from "#lib/policy/rotations/cloud-credentials.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import { type ClusterReadContext, type ClusterRequest, readShoot } from "#server/clusters/read-cluster.ts";
import type { FleetSources } from "#server/fleet/fleet.ts";
import { listBindings } from "./list-bindings.ts";
import { type CredentialsReading, readCredentialsChange, readVisibleBindings, visibleShootsOfBindings } from "./visible-bindings.ts";

interface Context extends Pick<ClusterReadContext, "withToken" | "scopes"> {
  readonly sources: Pick<FleetSources, "shoots">;
}

/** A cluster's cloud credentials: which other clusters use them, and which were reconciled since their last change. */
export async function readCloudCredentials(context: Context, request: ClusterRequest): Promise<CloudCredentials> {
  const { token, signal } = request;
  const [shoot, scope] = await Promise.all([readShoot(context, request), context.scopes.scopeOf(token)]);
  const binding = bindingOfShoot(shoot);
  const none = { clusters: [], upToDate: 0, mayDisableOld: false, mayBeMore: true, unreadProjects: [] };
  if (binding === undefined) return { ...none, mayBeMore: false };
  const asking: CredentialsReading = { client: context.withToken(token), signal, scope };
  const own = await listBindings(asking, binding.namespace);
  if (own === undefined) return { binding, unread: "forbidden", ...none };
  const credentials = cloudCredentialsOf(shoot, own);
  if (credentials === undefined) {
    const named = [...own.secretBindings, ...own.credentialsBindings].some(
      (each) => each.metadata.name === binding.name,
    );
    return { binding, unread: named ? "leads-nowhere" : "not-found", ...none };
  }
  const [change, { bindings, unreadProjects, mayBeMore }] = await Promise.all([
    readCredentialsChange(asking, credentials),
    readVisibleBindings(asking, { own, namespace: binding.namespace }),
  ]);
  const seen = visibleShootsOfBindings(context.sources, bindings, scope).filter(
    ({ metadata }) => metadata.uid !== shoot.metadata.uid,
  );
  // The requested cluster as just read from the API server, not from the shared watch.
  const sharing = shootsSharingCredentials(credentials, [shoot, ...seen], bindings);
  const { shoots, upToDate, mayDisableOld } = credentialsRollover(sharing, change.changedAt);
  return {
    binding,
    credentials: { ...credentials },
    ...change,
    clusters: shoots.map(({ shoot: { metadata }, uptake, reconciledAt }) => ({
      uid: metadata.uid ?? "",
      project: projectOf(scope, metadata.namespace ?? "", request),
      name: metadata.name,
      uptake,
      ...(reconciledAt === undefined ? {} : { reconciledAt }),
    })),
    upToDate,
    mayDisableOld: mayDisableOld && change.changedAt !== undefined,
    mayBeMore,
    unreadProjects: [...unreadProjects],
  };
}

function bindingOfShoot({ metadata, spec }: Shoot): CloudCredentials["binding"] {
  const binding = credentialsBindingOf(spec);
  return binding && { ...binding, namespace: metadata.namespace ?? "" };
}

function projectOf({ shown }: UserScope, namespace: string, { cluster }: ClusterRequest): string {
  return shown.projects.find((project) => project.namespace === namespace)?.name ?? cluster.project;
}
