import { type Message, message } from "#lib/language/text.ts";
import type { PersistentWarningId } from "#lib/policy/status/persistent-warnings.ts";

/** Deprecated settings that the garden warns about on every change: what happens to each, and what to use instead. */
export const persistentWarningDescriptions: { readonly [Id in PersistentWarningId]: Message } = {
  podEvictionTimeout: message(
    "It has no effect any more, and Kubernetes 1.33 removes it. Use the API server's default tolerations of unready and unreachable nodes.",
  ),
  maxEmptyBulkDelete: message("It is not used, and Kubernetes 1.33 removes it. Use maxScaleDownParallelism."),
  cloudProfileName: message("The garden clears it from Kubernetes 1.34 on. Use spec.cloudProfile.name."),
  addons: message("Gardener's add-ons end with Kubernetes 1.35. Install the ones you need yourself."),
  ipvs: message("The mode IPVS is deprecated from Kubernetes 1.35 on. Choose iptables or nftables."),
  kubeMaxPDVols: message("Kubernetes 1.35 removes it: volume drivers set this limit themselves."),
  secretBindingName: message("Kubernetes 1.34 removes it. Use a CredentialsBinding for the same Secret."),
  anonymousAuthentication: message("It is deprecated. Use structured authentication configuration."),
  watchCacheDefault: message("Kubernetes 1.35 removes it: the API server sizes its caches itself."),
  dnsSecretName: message("Kubernetes 1.35 removes it. Use credentialsRef."),
};
