interface AccountUse {
  /** Kind of the credentials; undefined if the binding leads to none. */
  readonly credentialsKind: string | undefined;
  /** Whether the credentials are in another namespace than the binding. */
  readonly isShared: boolean;
  /** Number of other visible bindings to the same credentials. */
  readonly otherBindings: number;
  /** Number of visible clusters that name the binding. */
  readonly ownClusters: number;
  /** Number of visible clusters that use the credentials through any binding. */
  readonly allClusters: number;
}

/** What a deletion of an account deletes, or why it cannot be. */
export type AccountDeletion =
  | { readonly kind: "in-use"; readonly clusters: number }
  | { readonly kind: "with-credentials" }
  | { readonly kind: "binding-only"; readonly why: "shared" | "other-binding" | "internal" | "no-credentials" };

/**
 * Plans the deletion of an account. Credentials go before the binding, whose finalizer holds them: if the garden refuses
 * the first, nothing has happened. Those of other projects, and those that another binding needs, stay.
 *
 * @source Gardener: pkg/controllermanager/controller/credentialsbinding; gardener/dashboard: cloudProviderCredentials.js
 */
export function planAccountDeletion(use: AccountUse): AccountDeletion {
  const { credentialsKind, isShared, otherBindings, ownClusters, allClusters } = use;
  if (ownClusters > 0) return { kind: "in-use", clusters: ownClusters };
  if (credentialsKind === undefined) return { kind: "binding-only", why: "no-credentials" };
  if (credentialsKind === "InternalSecret") return { kind: "binding-only", why: "internal" };
  if (isShared) return { kind: "binding-only", why: "shared" };
  if (otherBindings > 0) return { kind: "binding-only", why: "other-binding" };
  return allClusters > 0 ? { kind: "in-use", clusters: allClusters } : { kind: "with-credentials" };
}
