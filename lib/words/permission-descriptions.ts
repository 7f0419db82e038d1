import type { SignInMethod, UserPermissionName } from "#lib/contract/session.ts";
import { type Message, message } from "#lib/language/text.ts";

/** Description of each permitted action, and the Kubernetes permission that the garden requires for it. */
export const permissionDescriptions: Readonly<
  Record<UserPermissionName, { readonly what: Message; readonly right: Message }>
> = {
  "see-all-clusters": {
    what: message("See the clusters of every project"),
    right: message("list shoots in all namespaces"),
  },
  "create-projects": { what: message("Create projects"), right: message("create projects") },
  "change-profiles": { what: message("Change CloudProfiles"), right: message("patch cloudprofiles") },
  "see-clusters": { what: message("See the clusters"), right: message("list shoots") },
  "create-clusters": { what: message("Create clusters"), right: message("create shoots") },
  "change-clusters": { what: message("Change and operate clusters"), right: message("patch shoots") },
  "delete-clusters": { what: message("Delete clusters"), right: message("delete shoots") },
  "viewer-kubeconfig": {
    what: message("Get a read-only kubeconfig"),
    right: message("create shoots/viewerkubeconfig"),
  },
  "admin-kubeconfig": { what: message("Get an admin kubeconfig"), right: message("create shoots/adminkubeconfig") },
  "read-secrets": { what: message("Read secrets, such as cloud credentials"), right: message("get secrets") },
  "share-views": { what: message("Share views with the project"), right: message("create configmaps") },
  "change-project": { what: message("Change the project and its members"), right: message("patch projects") },
};

export const signInMethodLabels: Readonly<Record<SignInMethod, Message>> = {
  demo: message("as a demo identity"),
  token: message("with a bearer token"),
  oidc: message("at your identity provider"),
  development: message("as the kubeconfig’s user, in development mode"),
};
