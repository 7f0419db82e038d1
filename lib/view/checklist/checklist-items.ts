import type { Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { type Message, message } from "#lib/language/text.ts";
import {
  familyRotationOf,
  isRotationPhaseIdle,
  type NodeRollingFamily,
  nodeRollingFamilies,
  phaseOf,
} from "#lib/policy/rotations/families.ts";

/** Task between rotation phases that only cluster users can do. Items added by a team belong to both credentials. */
export interface ChecklistItem {
  readonly id: string;
  readonly family: NodeRollingFamily | "both";
  readonly title: Message;
  readonly how: Message;
  /** Whether Almanac checks the task in the Shoot. */
  readonly automatic?: boolean;
}

const authorities = "certificateAuthorities";
const accountKey = "serviceAccountKey";

/** Tasks that Gardener's documentation and experienced users recommend during a rotation. */
export const checklistItems: readonly ChecklistItem[] = [
  {
    id: "pools-rolled",
    family: "both",
    title: message("All worker pools have been rolled"),
    how: message("Read from the cluster: no pool is left to be rolled."),
    automatic: true,
  },
  {
    id: "ca-kubeconfigs",
    family: authorities,
    title: message("People have fetched new kubeconfigs"),
    how: message("Ask everybody who saved one to fetch a new one."),
  },
  {
    id: "ca-pipelines",
    family: authorities,
    title: message("CI/CD pipelines trust the new authority"),
    how: message("Replace the kubeconfig or CA data of each pipeline."),
  },
  {
    id: "ca-scrapers",
    family: authorities,
    title: message("Monitoring outside the cluster trusts the new authority"),
    how: message("Replace the CA file of scrapers and blackbox checks."),
  },
  {
    id: "ca-gitops",
    family: authorities,
    title: message("GitOps controllers outside the cluster trust the new authority"),
    how: message("Update the cluster's entry in each of them."),
  },
  {
    id: "ca-client-certificates",
    family: authorities,
    title: message("Client certificates issued by the old authority are reissued"),
    how: message("Renew those that are used outside the cluster."),
  },
  {
    id: "ca-pinned",
    family: authorities,
    title: message("Nothing pins the old authority any more"),
    how: message("Check webhooks, mobile apps and scripts that have a copy."),
  },
  {
    id: "sa-tokens",
    family: accountKey,
    title: message("ServiceAccount tokens used outside the cluster are reissued"),
    how: message("Request new ones, and replace them wherever they were put."),
  },
  {
    id: "sa-token-secrets",
    family: accountKey,
    title: message("Long-lived token Secrets are replaced"),
    how: message("Gardener makes new ones; update what names the old."),
  },
  {
    id: "sa-federation",
    family: accountKey,
    title: message("Federated trust knows the new key"),
    how: message("Refresh identity providers that pin the issuer's keys."),
  },
  {
    id: "pods-renewed",
    family: "both",
    title: message("No pod is older than the start of this rotation"),
    how: message("Restart older pods; those on rolled nodes are new."),
  },
  {
    id: "alerts-quiet",
    family: "both",
    title: message("Alerts have been quiet for 24 hours"),
    how: message("Look at the alerts of whatever talks to this cluster."),
  },
];

/** Returns which rotations of certificate authorities and service account key are in progress, in fixed order. */
export function nodeRollingRotationsInProgress(shoot: Shoot): readonly NodeRollingFamily[] {
  return nodeRollingFamilies.filter((family) => !isRotationPhaseIdle(phaseOf(shoot, family)));
}

/** Returns the start of the rotation that a checklist item belongs to; undefined if none is in progress. */
export function rotationStartOfItem(shoot: Shoot, family: ChecklistItem["family"]): string | undefined {
  const rotating = nodeRollingRotationsInProgress(shoot);
  const concerned = family === "both" ? rotating : rotating.filter((each) => each === family);
  const initiated = concerned.flatMap((each) => familyRotationOf(shoot, each)?.lastInitiationTime ?? []);
  const newestFirst = initiated.sort((a, b) => (parseInstant(b) ?? 0) - (parseInstant(a) ?? 0));
  return newestFirst[0];
}
