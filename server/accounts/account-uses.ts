import "server-only";
import type { Shoot } from "#lib/garden/shoot.ts";
import { listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import {
  type CloudCredentialsBindings,
  type CredentialsRef,
  cloudCredentialsOf,
} from "#lib/policy/rotations/cloud-credentials.ts";
import { scopeIncludesNamespace, type UserScope } from "#server/access/user-scope.ts";
import { visibleShootsOfBindings } from "#server/credentials/visible-bindings.ts";
import type { FleetSources } from "#server/fleet/fleet.ts";
import { credentialsOfBinding } from "./account-context.ts";

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
}

/** Finds what uses some credentials among all visible bindings and clusters. */
export function findCredentialsUses(
  { sources, scope }: { readonly sources: Pick<FleetSources, "shoots">; readonly scope: UserScope },
  credentials: readonly CredentialsRef[],
  bindings: CloudCredentialsBindings,
): CredentialsUses {
  const wanted = new Set(credentials.map(credentialsKey));
  const isRelevant = (binding: KubeObject) => {
    const reference = credentialsOfBinding(binding);
    return reference !== undefined && wanted.has(credentialsKey(reference));
  };
  const relevant = {
    credentialsBindings: bindings.credentialsBindings.filter(isRelevant),
    secretBindings: bindings.secretBindings.filter(isRelevant),
  };
  const seen = visibleShootsOfBindings(sources, relevant, scope);
  const clusters = Map.groupBy(seen, (shoot) => keyOrNone(cloudCredentialsOf(shoot, relevant)));
  const found = Map.groupBy(allBindings(relevant), (binding) => keyOrNone(credentialsOfBinding(binding)));
  return {
    clusters: (of) => clusters.get(credentialsKey(of)) ?? [],
    bindings: (of) => found.get(credentialsKey(of)) ?? [],
  };
}

function keyOrNone(reference: CredentialsRef | undefined): string {
  return reference === undefined ? "" : credentialsKey(reference);
}

/** Whether a cluster names the binding itself. */
export function namesBinding({ metadata, spec }: Shoot, kind: string, binding: KubeObject): boolean {
  const named = kind === "SecretBinding" ? spec.secretBindingName : spec.credentialsBindingName;
  return metadata.namespace === binding.metadata.namespace && named === binding.metadata.name;
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
export function groupBySecret(shoots: readonly Shoot[]): ReadonlyMap<string, readonly Shoot[]> {
  const groups = new Map<string, Shoot[]>();
  for (const shoot of shoots) {
    for (const name of secretsNamedBy(shoot)) {
      const group = groups.get(name);
      if (group) group.push(shoot);
      else groups.set(name, [shoot]);
    }
  }
  return groups;
}

/** The visible clusters of one namespace. */
export function visibleShootsIn(
  { sources, scope }: { readonly sources: Pick<FleetSources, "shoots">; readonly scope: UserScope },
  namespace: string,
): readonly Shoot[] {
  if (!scopeIncludesNamespace(scope, namespace)) return [];
  return sources.shoots.flatMap((cache) => cache.inNamespace(namespace));
}
