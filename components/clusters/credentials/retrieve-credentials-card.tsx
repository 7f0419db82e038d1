"use client";

import { useQuery } from "@tanstack/react-query";
import { useLandscapeConfiguration } from "#components/data/landscape/landscape-configuration-query.ts";
import { permissionsQuery } from "#components/data/queries/session-queries.ts";
import { Card } from "#components/ui/card.tsx";
import type { RevealableCredentialKind } from "#lib/contract/credentials-reveal.ts";
import type { UserPermissionName } from "#lib/contract/session.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { hasStaticKubeconfig } from "#lib/policy/operations/kubeconfig.ts";
import { hasShootResource, type ShootResourcePurpose } from "#lib/policy/operations/project-resources.ts";
import { revealDescriptions } from "#lib/view/credentials/reveal-descriptions.ts";
import { kubeconfigUnavailableReason } from "../object-blockers.ts";
import type { Cluster } from "../use-cluster.ts";
import { RevealCredentialButton } from "./reveal-credential-button.tsx";
import { gardenerRulesOf } from "./rotation-context.ts";

interface Offer {
  readonly what: RevealableCredentialKind;
  /** Permission for retrieving the credential. Undefined for what all users of the cluster can have. */
  readonly right?: UserPermissionName;
  /** Returns why the credential does not exist according to the Shoot; undefined if it probably exists. */
  readonly absence?: (cluster: Cluster) => string | undefined;
}

function offerOf(what: RevealableCredentialKind & ShootResourcePurpose, otherwise: Message): Offer {
  const absence = (cluster: Cluster) =>
    hasShootResource(cluster.shoot, what, gardenerRulesOf(cluster)) ? undefined : text(otherwise);
  return { what, right: "read-secrets", absence };
}

const offers: readonly Offer[] = [
  { what: "admin-kubeconfig", right: "admin-kubeconfig", absence: kubeconfigUnavailableReason },
  { what: "viewer-kubeconfig", right: "viewer-kubeconfig", absence: kubeconfigUnavailableReason },
  { what: "gardenlogin-kubeconfig", absence: kubeconfigUnavailableReason },
  { what: "ca-bundle" },
  offerOf("monitoring", message("Clusters for testing have no monitoring.")),
  offerOf("ssh-keypair", message("SSH access is off, or there are no nodes.")),
  offerOf("old-ssh-keypair", message("The key pair has not been rotated yet.")),
  { what: "static-kubeconfig", right: "read-secrets" },
];

/** Card of the credentials that can be retrieved. None of them is read before the user asks for it. */
export function RetrieveCredentialsCard({ cluster }: { readonly cluster: Cluster }) {
  const rights = useQuery(permissionsQuery(cluster.row.project)).data?.project;
  const { shootAdminKubeconfig } = useLandscapeConfiguration();
  const notOffered = (what: RevealableCredentialKind) =>
    what === "admin-kubeconfig" && shootAdminKubeconfig?.enabled === false
      ? text("The operator of this garden does not offer it.")
      : undefined;
  // Only clusters of old Gardener releases have a static kubeconfig; for others the entry is left out.
  const offered = offers.filter(
    ({ what }) => what !== "static-kubeconfig" || hasStaticKubeconfig(cluster.shoot, gardenerRulesOf(cluster)),
  );
  return (
    <Card id="retrieve" title={text("Retrieve")}>
      <ul className="-my-3.5 divide-y divide-hairline">
        {offered.map(({ what, right, absence }) => {
          const absent = cluster.gone ? text("The cluster is no longer there.") : absence?.(cluster);
          const refused = rights?.some(({ act, allowed }) => act === right && !allowed)
            ? text("Your role in this project does not allow it.")
            : undefined;
          return (
            <li key={what} className="py-2 text-sm">
              <div className="flex items-center justify-between gap-3">
                <span className="min-w-0">{text(revealDescriptions[what].title)}</span>
                <RevealCredentialButton
                  cluster={cluster}
                  what={what}
                  credential={text(revealDescriptions[what].title)}
                  disabledReason={absent ?? notOffered(what) ?? refused}
                />
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
