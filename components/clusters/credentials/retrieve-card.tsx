"use client";

import { Card } from "#components/ui/card.tsx";
import type { Revealable } from "#lib/contract/credentials-reveal.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { hasShootResource } from "#lib/policy/operations/project-resources.ts";
import { revealWords } from "#lib/view/credentials/reveal-words.ts";
import type { Cluster } from "../use-cluster.ts";
import { RevealButton, retrieveLabel } from "./reveal-button.tsx";

const offers: readonly Revealable[] = [
  "admin-kubeconfig",
  "viewer-kubeconfig",
  "ca-bundle",
  "monitoring",
  "ssh-keypair",
  "old-ssh-keypair",
];

/** Why there is nothing to retrieve, as far as the Shoot itself tells; the garden knows better when it is asked. */
function absence(shoot: Shoot, what: Revealable): string | undefined {
  switch (what) {
    case "admin-kubeconfig":
    case "viewer-kubeconfig":
      return shoot.status?.lastOperation ? undefined : "The cluster has not been reconciled yet.";
    case "ca-bundle":
      return undefined;
    case "monitoring":
      return hasShootResource(shoot, what) ? undefined : "Clusters for testing have no monitoring.";
    case "ssh-keypair":
      return hasShootResource(shoot, what) ? undefined : "SSH access is off, or there are no nodes.";
    case "old-ssh-keypair":
      return hasShootResource(shoot, what) ? undefined : "The key pair has not been rotated yet.";
    default:
      return what satisfies never;
  }
}

/** What can be fetched for use. Nothing is read before somebody asks for it. */
export function RetrieveCard({ cluster }: { readonly cluster: Cluster }) {
  return (
    <Card id="retrieve" title="Retrieve">
      <ul className="-my-3.5 divide-y divide-hairline">
        {offers.map((what) => (
          <li key={what} className="flex items-center justify-between gap-3 py-2 text-sm">
            <span className="min-w-0">{revealWords[what].title}</span>
            <RevealButton
              cluster={cluster}
              what={what}
              label={retrieveLabel}
              disabledReason={cluster.gone ? "The cluster is no longer there." : absence(cluster.shoot, what)}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
