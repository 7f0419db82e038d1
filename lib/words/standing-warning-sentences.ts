import type { StandingWarningId } from "#lib/policy/status/standing-warnings.ts";

/** What becomes of a setting that the garden warns of with every change, and what to use instead. */
export const standingWarningSentences: { readonly [Id in StandingWarningId]: string } = {
  podEvictionTimeout:
    "It has had no effect for long, and Kubernetes 1.33 ends it. Use the API server's default tolerations of unready and unreachable nodes.",
  maxEmptyBulkDelete: "Its value is not used, and Kubernetes 1.33 ends it. Use maxScaleDownParallelism.",
  cloudProfileName: "The garden empties it with Kubernetes 1.34. Use spec.cloudProfile.name.",
  addons: "Kubernetes 1.35 ends the add-ons that Gardener brings. Run what you need of them yourself.",
  ipvs: "The mode IPVS is deprecated from Kubernetes 1.35 on. Choose iptables or nftables.",
  kubeMaxPDVols: "Kubernetes 1.35 ends it: the drivers of volumes set this limit themselves.",
  secretBindingName: "Kubernetes 1.34 ends it. Use a CredentialsBinding of the same Secret.",
  anonymousAuthentication: "It is deprecated. Use a structured configuration of authentication.",
  watchCacheDefault: "Kubernetes 1.35 ends it: the API server sizes its caches itself.",
  dnsSecretName: "Kubernetes 1.35 ends it. Use credentialsRef.",
};
