import "server-only";
import type { Shoot } from "#lib/garden/shoot.ts";
import { listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import {
  type CloudCredentialsBindings,
  type CredentialsRef,
  createCloudCredentialsFinder,
} from "#lib/policy/rotations/cloud-credentials.ts";
import { scopeIncludesNamespace, type UserScope } from "#server/access/user-scope.ts";
import { visibleShootsOfBindings } from "#server/credentials/visible-bindings.ts";
import type { FleetSources } from "#server/fleet/fleet.ts";
import { forEachInTimeSlices } from "#server/processor-time/time-slices.ts";
import { type CachedObject, unpackObject } from "#server/watch/packed-object.ts";
import { type BindingKind, credentialsOfBinding } from "./account-context.ts";

/** Equal for references to the same credentials. */
export function credentialsKey({ kind, namespace, name }: CredentialsRef): string {
  return `${kind}/${namespace}/${name}`;
}

/** Bindings of either kind in one list. */
export function allBindings({ credentialsBindings, secretBindings }: CloudCredentialsBindings): readonly KubeObject[] {
  return [...credentialsBindings, ...secretBindings];
}

/** What uses credentials, as far as the user sees. */
export interface CredentialsUses {
  /** Clusters that use the credentials through any binding. */
  clusters(of: CredentialsRef): readonly Shoot[];
  bindings(of: CredentialsRef): readonly KubeObject[];
  /** Number of bindings to the credentials, without the one with this uid. */
  otherBindings(of: CredentialsRef, uid: string | undefined): number;
}

/** What is looked through for uses of credentials. */
export interface UsesSearch {
  readonly sources: Pick<FleetSources, "shoots">;
  readonly scope: UserScope;
  readonly signal: AbortSignal;
}

/** Finds what uses some credentials among all visible bindings and clusters, in time slices. */
export async function findCredentialsUses(
  { sources, scope, signal }: UsesSearch,
  credentials: readonly CredentialsRef[],
  bindings: CloudCredentialsBindings,
): Promise<CredentialsUses> {
  const wanted = new Set(credentials.map(credentialsKey));
  const relevant = {
    credentialsBindings: await relevantOf(bindings.credentialsBindings, wanted, signal),
    secretBindings: await relevantOf(bindings.secretBindings, wanted, signal),
  };
  const seen = await visibleShootsOfBindings(sources, relevant, { scope, signal });
  const credentialsOf = createCloudCredentialsFinder(relevant);
  const clusters = Map.groupBy(seen, (shoot) => keyOrNone(credentialsOf(shoot)));
  const found = Map.groupBy(allBindings(relevant), (binding) => keyOrNone(credentialsOfBinding(binding)));
  const uids = new Set(allBindings(relevant).map(({ metadata }) => metadata.uid));
  return {
    clusters: (of) => clusters.get(credentialsKey(of)) ?? [],
    bindings: (of) => found.get(credentialsKey(of)) ?? [],
    otherBindings: (of, uid) => (found.get(credentialsKey(of))?.length ?? 0) - (uids.has(uid) ? 1 : 0),
  };
}

async function relevantOf<Binding extends KubeObject>(
  bindings: readonly Binding[],
  wanted: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<readonly Binding[]> {
  const relevant: Binding[] = [];
  const read = (binding: Binding) => {
    if (wanted.has(keyOrNone(credentialsOfBinding(binding)))) relevant.push(binding);
  };
  await forEachInTimeSlices(bindings, read, signal);
  return relevant;
}

function keyOrNone(reference: CredentialsRef | undefined): string {
  return reference === undefined ? "" : credentialsKey(reference);
}

/** Names of the Secrets that a cluster names for its DNS records or among its resources. */
function secretsNamedBy({ spec }: Shoot): ReadonlySet<string> {
  const providers = listAt(spec, "dns", "providers");
  const references = [
    ...providers.map((provider) => ["Secret", stringAt(provider, "secretName")] as const),
    ...providers.map(
      (provider) =>
        [stringAt(provider, "credentialsRef", "kind"), stringAt(provider, "credentialsRef", "name")] as const,
    ),
    ...listAt(spec, "resources").map(
      (one) => [stringAt(one, "resourceRef", "kind"), stringAt(one, "resourceRef", "name")] as const,
    ),
  ];
  return new Set(references.flatMap(([kind, name]) => (kind === "Secret" && name !== undefined ? [name] : [])));
}

/** Clusters by the names of the Secrets that they name themselves, without a binding. */
export async function groupBySecret(
  shoots: readonly Shoot[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly Shoot[]>> {
  const groups = new Map<string, Shoot[]>();
  const add = (shoot: Shoot) => {
    for (const name of secretsNamedBy(shoot)) {
      const group = groups.get(name);
      if (group) group.push(shoot);
      else groups.set(name, [shoot]);
    }
  };
  await forEachInTimeSlices(shoots, add, signal);
  return groups;
}

/** The visible clusters of one namespace, unpacked in time slices. */
export async function visibleShootsIn(
  { sources, scope, signal }: UsesSearch,
  namespace: string,
): Promise<readonly Shoot[]> {
  if (!scopeIncludesNamespace(scope, namespace)) return [];
  const found: Shoot[] = [];
  for (const cache of sources.shoots) {
    const read = (head: CachedObject<Shoot>) =>
      void (head.metadata.namespace === namespace && found.push(unpackObject(head)));
    await forEachInTimeSlices(cache.listSummaries(), read, signal);
  }
  return found;
}

/** Returns a function that tells how many of some clusters name a binding. */
export function countBindingUses(shoots: readonly Shoot[]): (kind: BindingKind, binding: KubeObject) => number {
  const counts = new Map<string, number>();
  const count = (kind: BindingKind, namespace: string | undefined, name: string | null | undefined) => {
    const key = `${kind}/${namespace}/${name}`;
    if (name) counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  for (const { metadata, spec } of shoots) {
    count("SecretBinding", metadata.namespace, spec.secretBindingName);
    count("CredentialsBinding", metadata.namespace, spec.credentialsBindingName);
  }
  return (kind, { metadata }) => counts.get(`${kind}/${metadata.namespace}/${metadata.name}`) ?? 0;
}
