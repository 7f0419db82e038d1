import type { PermittedAct, SignInMethod } from "#lib/contract/session.ts";

/** What an act is in words, with the right that the garden asks for. */
export const permissionWords: Readonly<Record<PermittedAct, { readonly what: string; readonly right: string }>> = {
  "see-all-clusters": { what: "See the clusters of every project", right: "list shoots in all namespaces" },
  "create-projects": { what: "Create projects", right: "create projects" },
  "change-profiles": { what: "Change CloudProfiles", right: "patch cloudprofiles" },
  "see-clusters": { what: "See the clusters", right: "list shoots" },
  "create-clusters": { what: "Create clusters", right: "create shoots" },
  "change-clusters": { what: "Change and operate clusters", right: "patch shoots" },
  "delete-clusters": { what: "Delete clusters", right: "delete shoots" },
  "viewer-kubeconfig": { what: "Get a read-only kubeconfig", right: "create shoots/viewerkubeconfig" },
  "admin-kubeconfig": { what: "Get an admin kubeconfig", right: "create shoots/adminkubeconfig" },
  "read-secrets": { what: "Read secrets, such as cloud credentials", right: "get secrets" },
  "share-views": { what: "Share views with the project", right: "create configmaps" },
  "change-project": { what: "Change the project and its members", right: "patch projects" },
};

export const signInMethodWords: Readonly<Record<SignInMethod, string>> = {
  demo: "as a demo identity",
  token: "with a bearer token",
  oidc: "at your identity provider",
  development: "as the kubeconfig’s user, in development mode",
};
