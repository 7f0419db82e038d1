import "server-only";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { credentialsKey } from "#lib/policy/rotations/cloud-credentials.ts";
import { scopeIncludesNamespace } from "#server/access/user-scope.ts";
import type { FleetSources } from "#server/fleet/fleet.ts";
import { forEachInTimeSlices } from "#server/processor-time/time-slices.ts";
import { type CachedObject, unpackObject } from "#server/watch/packed-object.ts";
import type { CredentialsReading } from "./visible-bindings.ts";

/** What is looked through for clusters. */
export interface ShootSearch extends Pick<CredentialsReading, "scope" | "signal"> {
  readonly sources: Pick<FleetSources, "shoots">;
}

/** The visible clusters of some namespaces, unpacked in time slices. */
export async function visibleShootsIn(
  { sources, scope, signal }: ShootSearch,
  namespaces: Iterable<string>,
): Promise<readonly Shoot[]> {
  const visible = new Set([...namespaces].filter((namespace) => scopeIncludesNamespace(scope, namespace)));
  if (visible.size === 0) return [];
  const found: Shoot[] = [];
  for (const cache of sources.shoots) {
    const read = (head: CachedObject<Shoot>) =>
      void (visible.has(head.metadata.namespace ?? "") && found.push(unpackObject(head)));
    await forEachInTimeSlices(cache.listSummaries(), read, signal);
  }
  return found;
}

/** Keys of the credentials that a cluster names itself, without a binding; all are of the cluster's namespace. */
function credentialsNamedBy({ metadata: { namespace = "" }, spec }: Shoot): ReadonlySet<string> {
  const providers = listAt(spec, "dns", "providers");
  const secretNames = [
    ...providers,
    ...listAt(spec, "kubernetes", "kubeAPIServer", "structuredAuthorization", "kubeconfigs"),
  ];
  // The kubeconfig Secrets of admission plugins are among the resources, too.
  const references = [
    ...providers.map((provider) => fieldAt(provider, "credentialsRef")),
    ...listAt(spec, "resources").map((resource) => fieldAt(resource, "resourceRef")),
    ...secretNames.map((each) => ({ kind: "Secret", name: fieldAt(each, "secretName") })),
  ];
  return new Set(
    references.flatMap((reference) => {
      const [kind, name] = [stringAt(reference, "kind"), stringAt(reference, "name")];
      return kind === undefined || name === undefined ? [] : credentialsKey({ kind, namespace, name });
    }),
  );
}

/** Clusters by the key of the credentials that they name themselves, such as for DNS records, without a binding. */
export async function groupByNamedCredentials(
  shoots: readonly Shoot[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly Shoot[]>> {
  const groups = new Map<string, Shoot[]>();
  const add = (shoot: Shoot) => {
    for (const key of credentialsNamedBy(shoot)) {
      const group = groups.get(key);
      if (group) group.push(shoot);
      else groups.set(key, [shoot]);
    }
  };
  await forEachInTimeSlices(shoots, add, signal);
  return groups;
}
