"use client";

import { useQuery } from "@tanstack/react-query";
import { permissionsQuery } from "#components/data/queries/session-queries.ts";
import { Card } from "#components/ui/card.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import type { Revealable } from "#lib/contract/credentials-reveal.ts";
import type { PermittedAct } from "#lib/contract/session.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { hasStaticKubeconfig } from "#lib/policy/operations/kubeconfig.ts";
import { hasShootResource, type ShootResourcePurpose } from "#lib/policy/operations/project-resources.ts";
import { gardenctlSsh } from "#lib/view/credentials/gardenctl-ssh.ts";
import { revealDescriptions } from "#lib/view/credentials/reveal-descriptions.ts";
import { kubeconfigAbsence } from "../object-blockers.ts";
import type { Cluster } from "../use-cluster.ts";
import { RevealButton } from "./reveal-button.tsx";
import { gardenerRulesOf } from "./rotation-context.ts";

interface Offer {
  readonly what: Revealable;
  /** Permission it needs. None for the CA bundle, which is no Secret: every user who sees the cluster may read it. */
  readonly right?: PermittedAct;
  /** Why there is nothing to retrieve according to the Shoot; the garden decides when it is asked. */
  readonly absence?: (cluster: Cluster) => string | undefined;
}

function offerOf(what: Revealable & ShootResourcePurpose, otherwise: Message): Offer {
  const absence = (cluster: Cluster) =>
    hasShootResource(cluster.shoot, what, gardenerRulesOf(cluster)) ? undefined : text(otherwise);
  return { what, right: "read-secrets", absence };
}

const offers: readonly Offer[] = [
  { what: "admin-kubeconfig", right: "admin-kubeconfig", absence: kubeconfigAbsence },
  { what: "viewer-kubeconfig", right: "viewer-kubeconfig", absence: kubeconfigAbsence },
  { what: "ca-bundle" },
  offerOf("monitoring", message("Clusters for testing have no monitoring.")),
  offerOf("ssh-keypair", message("SSH access is off, or there are no nodes.")),
  offerOf("old-ssh-keypair", message("The key pair has not been rotated yet.")),
  { what: "static-kubeconfig", right: "read-secrets" },
];

/** Nodes have no public address: gardenctl opens a bastion, fetches the key itself and removes the bastion again. */
function WayToNodes({ cluster: { row } }: { readonly cluster: Cluster }) {
  const commands = gardenctlSsh(row);
  return (
    <div className="mt-1 flex items-start justify-between gap-3">
      <p className="min-w-0 text-pretty text-tertiary">
        {text("Nodes are reached through a bastion, which gardenctl opens for you:")}
        <code translate="no" className="mt-1 block text-xs break-all whitespace-pre-line">
          {commands}
        </code>
      </p>
      <CopyButton variant="ghost" size="xs" text={commands} label={text("Copy the gardenctl commands")} />
    </div>
  );
}

/** Credentials that can be retrieved. Nothing is read before the user asks for it. */
export function RetrieveCard({ cluster }: { readonly cluster: Cluster }) {
  const rights = useQuery(permissionsQuery(cluster.row.project)).data?.project;
  // Only old releases have a static kubeconfig; elsewhere the entry would be useless.
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
                <RevealButton cluster={cluster} what={what} disabledReason={absent ?? refused} />
              </div>
              {what === "ssh-keypair" && absent === undefined && <WayToNodes cluster={cluster} />}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
