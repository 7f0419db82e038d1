import "server-only";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import {
  type CloudCredentialsBindings,
  type CredentialsRef,
  createCloudCredentialsFinder,
  credentialsKey,
} from "#lib/policy/rotations/cloud-credentials.ts";
import type { ShootSearch } from "#server/credentials/clusters-naming-credentials.ts";
import { visibleShootsOfBindings } from "#server/credentials/visible-bindings.ts";
import { forEachInTimeSlices } from "#server/processor-time/time-slices.ts";
import { type BindingKind, credentialsOfBinding } from "./account-context.ts";

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

/** Finds what uses some credentials among all visible bindings and clusters, in time slices. */
export async function findCredentialsUses(
  { sources, scope, signal }: ShootSearch,
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
