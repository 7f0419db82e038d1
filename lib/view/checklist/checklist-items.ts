import type { Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { isIdle, phaseOf, rotationOf, type TwinFamily, twinFamilies } from "#lib/policy/rotations/families.ts";

/** One thing that only the cluster's users can do between the phases. Rows that a team adds belong to both families. */
export interface ChecklistItem {
  readonly id: string;
  readonly family: TwinFamily | "both";
  readonly title: string;
  readonly how: string;
  /** Almanac reads it from the Shoot itself. */
  readonly automatic?: boolean;
}

const authorities = "certificateAuthorities";
const accountKey = "serviceAccountKey";

/** Everything that Gardener's documents, and those who have done it, name. */
export const checklistItems: readonly ChecklistItem[] = [
  {
    id: "pools-rolled",
    family: "both",
    title: "All worker pools have been rolled",
    how: "Read from the cluster: no pool is left to be rolled.",
    automatic: true,
  },
  {
    id: "ca-kubeconfigs",
    family: authorities,
    title: "People have fetched new kubeconfigs",
    how: "Ask everybody who saved one to fetch a new one.",
  },
  {
    id: "ca-pipelines",
    family: authorities,
    title: "CI/CD pipelines trust the new authority",
    how: "Replace the kubeconfig or CA data of each pipeline.",
  },
  {
    id: "ca-scrapers",
    family: authorities,
    title: "Monitoring outside the cluster trusts the new authority",
    how: "Replace the CA file of scrapers and blackbox checks.",
  },
  {
    id: "ca-gitops",
    family: authorities,
    title: "GitOps controllers outside the cluster trust the new authority",
    how: "Update the cluster's entry in each of them.",
  },
  {
    id: "ca-client-certificates",
    family: authorities,
    title: "Client certificates issued by the old authority are reissued",
    how: "Renew those that are used outside the cluster.",
  },
  {
    id: "ca-pinned",
    family: authorities,
    title: "Nothing pins the old authority any more",
    how: "Check webhooks, mobile apps and scripts that have a copy.",
  },
  {
    id: "sa-tokens",
    family: accountKey,
    title: "ServiceAccount tokens used outside the cluster are reissued",
    how: "Request new ones, and replace them wherever they were put.",
  },
  {
    id: "sa-token-secrets",
    family: accountKey,
    title: "Long-lived token Secrets are replaced",
    how: "Gardener makes new ones; update what names the old.",
  },
  {
    id: "sa-federation",
    family: accountKey,
    title: "Federated trust knows the new key",
    how: "Refresh identity providers that pin the issuer's keys.",
  },
  {
    id: "pods-renewed",
    family: "both",
    title: "No pod is older than the start of this rotation",
    how: "Restart older pods; those on rolled nodes are new.",
  },
  {
    id: "alerts-quiet",
    family: "both",
    title: "Alerts have been quiet for 24 hours",
    how: "Look at the alerts of whatever talks to this cluster.",
  },
];

/** The twins whose rotation is under way, in their fixed order. */
export function rotatingTwins(shoot: Shoot): readonly TwinFamily[] {
  return twinFamilies.filter((family) => !isIdle(phaseOf(shoot, family)));
}

/** When the rotation was initiated to which a tick belongs; undefined while none is under way. */
export function rotationOfItem(shoot: Shoot, family: ChecklistItem["family"]): string | undefined {
  const rotating = rotatingTwins(shoot);
  const concerned = family === "both" ? rotating : rotating.filter((each) => each === family);
  const initiated = concerned.flatMap((each) => rotationOf(shoot, each)?.lastInitiationTime ?? []);
  const newestFirst = initiated.sort((a, b) => (parseInstant(b) ?? 0) - (parseInstant(a) ?? 0));
  return newestFirst[0];
}
