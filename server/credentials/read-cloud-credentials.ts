import "server-only";
import type { CloudCredentials } from "#lib/contract/credentials-cloud.ts";
import { credentialsBindingOf } from "#lib/garden/binding-of.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import {
  type CloudCredentialsBindings,
  type CredentialsRef,
  createCloudCredentialsFinder,
  credentialsKey,
  shootsSharingCredentials,
} from "#lib/policy/rotations/cloud-credentials.ts";
import { createProjectNames } from "#server/access/project-names.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { type ClusterReadContext, type ClusterRequest, readShoot } from "#server/clusters/read-cluster.ts";
import type { Fleet, FleetSources } from "#server/fleet/fleet.ts";
import { groupByNamedCredentials, visibleShootsIn } from "./clusters-naming-credentials.ts";
import { adoptionOfCredentials } from "./credentials-adoption.ts";
import { listBindings, type ReadBindings } from "./list-bindings.ts";
import {
  type CredentialsReading,
  readCredentialsChange,
  readVisibleBindings,
  visibleShootsOfBindings,
} from "./visible-bindings.ts";

interface Context extends Pick<ClusterReadContext, "withToken" | "scopes"> {
  readonly sources: Pick<FleetSources, "shoots">;
  readonly fleet: Pick<Fleet, "requireRead">;
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
  const credentials = createCloudCredentialsFinder(own)(shoot);
  if (credentials === undefined) {
    const named = [...own.secretBindings, ...own.credentialsBindings].some(
      (each) => each.metadata.name === binding.name,
    );
    return { binding, unread: named ? "leads-nowhere" : "not-found", ...none };
  }
  const known = { own, namespace: binding.namespace, project: request.cluster.project };
  const rollover = await readRollover(context, asking, { ...known, credentials, shoot });
  return { binding, credentials: { ...credentials }, ...rollover };
}

/** Credentials of a project, and what is known about them already. */
interface KnownCredentials {
  readonly credentials: CredentialsRef;
  /** Bindings of the project's namespace. */
  readonly own: ReadBindings;
  readonly namespace: string;
  readonly project: string;
  /** Shoot as just read from the API server, to use instead of the one of the shared watch. */
  readonly shoot?: Shoot;
}

type Rollover = Omit<CloudCredentials, "binding" | "credentials" | "unread">;

/** @throws ProblemError until all clusters are read, because those that are not would seem to be done */
async function readRollover(
  { sources, fleet }: Pick<Context, "sources" | "fleet">,
  asking: CredentialsReading,
  { credentials, own, namespace, project, shoot }: KnownCredentials,
): Promise<Rollover> {
  fleet.requireRead();
  const { scope, signal } = asking;
  const [change, { bindings, unreadProjects, mayBeMore, isCut }] = await Promise.all([
    readCredentialsChange(asking, credentials),
    readVisibleBindings(asking, { own, namespace }),
  ]);
  const asJustRead = (seen: readonly Shoot[]) =>
    shoot === undefined ? seen : [shoot, ...seen.filter(({ metadata }) => metadata.uid !== shoot.metadata.uid)];
  const visible = asJustRead(await visibleShootsOfBindings(sources, bindings, asking));
  const near = asJustRead(await visibleShootsIn({ sources, scope, signal }, [credentials.namespace]));
  const projectOf = createProjectNames(scope);
  const users = {
    bound: shootsSharingCredentials(credentials, visible, bindings),
    naming: (await groupByNamedCredentials(near, signal)).get(credentialsKey(credentials)) ?? [],
    projectOf: (of: string) => projectOf(of) ?? project,
  };
  return {
    ...change,
    ...adoptionOfCredentials(users, change.changedAt),
    mayBeMore,
    ...(isCut && { hasUnreadBindings: true }),
    unreadProjects: [...unreadProjects],
  };
}

/** Names a Secret that bindings of a project refer to. */
export interface KeyRotationRequest {
  readonly token: string;
  readonly signal: AbortSignal;
  readonly project: string;
  readonly secret: { readonly namespace: string; readonly name: string };
}

/**
 * Where the rotation of a cloud key stands: when the Secret was changed, and which clusters were reconciled since.
 *
 * @throws ProblemError not-found, also for a Secret to which no binding of the project refers
 */
export async function readKeyRotation(context: Context, request: KeyRotationRequest): Promise<CloudCredentials> {
  const { token, signal, project, secret } = request;
  const scope = await context.scopes.scopeOf(token);
  const namespace = scope.shown.projects.find(({ name }) => name === project)?.namespace;
  const asking = { client: context.withToken(token), signal, scope };
  const own = namespace === undefined ? undefined : await listBindings(asking, namespace);
  if (namespace === undefined || own === undefined || !refersTo(own, secret)) throw new ProblemError("not-found");
  const credentials = { kind: "Secret", ...secret };
  return { credentials, ...(await readRollover(context, asking, { own, namespace, project, credentials })) };
}

function refersTo(bindings: CloudCredentialsBindings, { namespace, name }: KeyRotationRequest["secret"]): boolean {
  const references = [
    ...bindings.secretBindings.map(({ secretRef }) => ({ kind: "Secret", ...secretRef })),
    ...bindings.credentialsBindings.map(({ credentialsRef }) => credentialsRef),
  ];
  return references.some((each) => each?.kind === "Secret" && each.namespace === namespace && each.name === name);
}

function bindingOfShoot({ metadata, spec }: Shoot): CloudCredentials["binding"] {
  const binding = credentialsBindingOf(spec);
  return binding && { ...binding, namespace: metadata.namespace ?? "" };
}
