import "server-only";
import type { CloudCredentials } from "#lib/contract/credentials-cloud.ts";
import { credentialsBindingOf } from "#lib/garden/binding-of.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { secrets } from "#lib/kube/resource.ts";
import {
  type CloudCredentialsBindings,
  type CredentialsRef,
  cloudCredentialsOf,
  credentialsRollover,
  shootsSharingCredentials,
} from "#lib/policy/rotations/cloud-credentials.ts";
import { scopeIncludesNamespace, type UserScope } from "#server/access/user-scope.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { type ClusterReadContext, type ClusterRequest, readShoot } from "#server/clusters/read-cluster.ts";
import type { FleetSources } from "#server/fleet/fleet.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { resultOrReason } from "#server/garden/garden-error.ts";
import { unpackObject } from "#server/watch/packed-object.ts";
import { listBindings } from "./list-bindings.ts";
import { secretChangedAt } from "./secret-changed-at.ts";

interface Context extends Pick<ClusterReadContext, "withToken" | "scopes"> {
  readonly sources: Pick<FleetSources, "shoots">;
}

interface Asking {
  readonly client: GardenClient;
  readonly signal: AbortSignal;
  readonly scope: UserScope;
}

/** Maximum of projects whose bindings are read individually, for users who cannot list bindings of all namespaces. */
const mostProjects = 30;

/** A cluster's cloud credentials: which other clusters use them, and which were reconciled since their last change. */
export async function readCloudCredentials(context: Context, request: ClusterRequest): Promise<CloudCredentials> {
  const { token, signal } = request;
  const [shoot, scope] = await Promise.all([readShoot(context, request), context.scopes.scopeOf(token)]);
  const binding = bindingOfShoot(shoot);
  const none = { clusters: [], upToDate: 0, mayDisableOld: false, mayBeMore: true, unreadProjects: [] };
  if (binding === undefined) return { ...none, mayBeMore: false };
  const asking = { client: context.withToken(token), signal, scope };
  const own = await listBindings(asking, binding.namespace);
  if (own === undefined) return { binding, unread: "forbidden", ...none };
  const credentials = cloudCredentialsOf(shoot, own);
  if (credentials === undefined) {
    const named = [...own.secretBindings, ...own.credentialsBindings].some(
      (each) => each.metadata.name === binding.name,
    );
    return { binding, unread: named ? "leads-nowhere" : "not-found", ...none };
  }
  const known = { own, namespace: binding.namespace, project: request.cluster.project };
  const rollover = await readRollover(context.sources, asking, { ...known, credentials, shoot });
  return { binding, credentials: { ...credentials }, ...rollover };
}

/** Credentials of a project, and what is known about them already. */
interface KnownCredentials {
  readonly credentials: CredentialsRef;
  /** Bindings of the project's namespace. */
  readonly own: CloudCredentialsBindings;
  readonly namespace: string;
  readonly project: string;
  /** Shoot as just read from the API server, to use instead of the one of the shared watch. */
  readonly shoot?: Shoot;
}

type Rollover = Omit<CloudCredentials, "binding" | "credentials" | "unread">;

async function readRollover(
  sources: Context["sources"],
  asking: Asking,
  { credentials, own, namespace, project, shoot }: KnownCredentials,
): Promise<Rollover> {
  const { scope } = asking;
  const [change, { bindings, unreadProjects, mayBeMore }] = await Promise.all([
    changeOf(asking, credentials),
    bindingsOfOthers(asking, { own, namespace }),
  ]);
  const seen = others(sources, bindings).filter(
    ({ metadata }) => scopeIncludesNamespace(scope, metadata.namespace ?? "") && metadata.uid !== shoot?.metadata.uid,
  );
  const sharing = shootsSharingCredentials(credentials, shoot === undefined ? seen : [shoot, ...seen], bindings);
  const { shoots, upToDate, mayDisableOld } = credentialsRollover(sharing, change.changedAt);
  return {
    ...change,
    clusters: shoots.map(({ shoot: { metadata }, uptake, reconciledAt }) => ({
      uid: metadata.uid ?? "",
      project: projectOf(scope, metadata.namespace ?? "", project),
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
  return { credentials, ...(await readRollover(context.sources, asking, { own, namespace, project, credentials })) };
}

function refersTo(bindings: CloudCredentialsBindings, { namespace, name }: KeyRotationRequest["secret"]): boolean {
  const references = [
    ...bindings.secretBindings.map(({ secretRef }) => ({ kind: "Secret", ...secretRef })),
    ...bindings.credentialsBindings.map(({ credentialsRef }) => credentialsRef),
  ];
  return references.some((each) => each?.kind === "Secret" && each.namespace === namespace && each.name === name);
}

/** Watched Shoots that name one of these bindings, in any namespace; `shootsSharingCredentials` checks the namespace later. */
function others(
  { shoots }: Context["sources"],
  { secretBindings, credentialsBindings }: CloudCredentialsBindings,
): readonly Shoot[] {
  const names = new Set([...secretBindings, ...credentialsBindings].map(({ metadata }) => metadata.name));
  const isNamed = (head: KubeObject) =>
    [stringAt(head, "spec", "credentialsBindingName"), stringAt(head, "spec", "secretBindingName")].some(
      (name) => name !== undefined && names.has(name),
    );
  return shoots.flatMap((mirror) => mirror.listSummaries().filter(isNamed).map(unpackObject));
}

function bindingOfShoot({ metadata, spec }: Shoot): CloudCredentials["binding"] {
  const binding = credentialsBindingOf(spec);
  return binding && { ...binding, namespace: metadata.namespace ?? "" };
}

function projectOf({ shown }: UserScope, namespace: string, otherwise: string): string {
  return shown.projects.find((project) => project.namespace === namespace)?.name ?? otherwise;
}

/** When the credentials last changed, according to the managedFields of the Secret; its values are not requested. */
async function changeOf(
  { client, signal }: Asking,
  { kind, namespace, name }: CredentialsRef,
): Promise<Pick<CloudCredentials, "changedAt" | "changeUnknown">> {
  if (kind !== "Secret") return { changeUnknown: "no-secret" };
  const asked = client.getMetadata({ resource: secrets, namespace, name }, { signal });
  const found = await resultOrReason(asked, "forbidden", "not-found");
  if (typeof found === "string") return { changeUnknown: found };
  const changedAt = secretChangedAt(found.body);
  return changedAt === undefined ? { changeUnknown: "not-recorded" } : { changedAt };
}

interface BindingsOfOthers {
  readonly bindings: CloudCredentialsBindings;
  readonly unreadProjects: readonly string[];
  readonly mayBeMore: boolean;
}

/** Bindings in other projects that use the same Secret: a binding references it with its namespace. */
async function bindingsOfOthers(
  asking: Asking,
  { own, namespace }: { readonly own: CloudCredentialsBindings; readonly namespace: string },
): Promise<BindingsOfOthers> {
  const { scope } = asking;
  const everywhere = scope.all ? await listBindings(asking, undefined) : undefined;
  if (everywhere) return { bindings: everywhere, unreadProjects: [], mayBeMore: false };
  const others = scope.shown.projects.filter((project) => project.namespace !== namespace);
  const asked = others.slice(0, mostProjects);
  const answers = await Promise.all(asked.map((project) => listBindings(asking, project.namespace)));
  const read = answers.flatMap((answer) => answer ?? []);
  const unread = others.filter((_project, index) => answers[index] === undefined);
  return {
    bindings: {
      secretBindings: [own, ...read].flatMap((each) => each.secretBindings),
      credentialsBindings: [own, ...read].flatMap((each) => each.credentialsBindings),
    },
    unreadProjects: unread.map(({ name }) => name),
    mayBeMore: true,
  };
}
