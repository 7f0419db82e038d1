"use client";

import { useQuery } from "@tanstack/react-query";
import { permissionsQuery } from "#components/data/queries/session-queries.ts";
import { Card } from "#components/ui/card.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import type { Revealable } from "#lib/contract/credentials-reveal.ts";
import type { PermittedAct } from "#lib/contract/session.ts";
import { text } from "#lib/language/text.ts";
import { hasStaticKubeconfig } from "#lib/policy/operations/kubeconfig.ts";
import { hasShootResource, type ShootResourcePurpose } from "#lib/policy/operations/project-resources.ts";
import { gardenctlSsh } from "#lib/view/credentials/gardenctl-lines.ts";
import { revealWords } from "#lib/view/credentials/reveal-words.ts";
import { kubeconfigAbsence } from "../object-refusal.ts";
import type { Cluster } from "../use-cluster.ts";
import { RevealButton } from "./reveal-button.tsx";
import { rulesFor } from "./rotation-context.ts";

const offers: readonly Revealable[] = [
  "admin-kubeconfig",
  "viewer-kubeconfig",
  "ca-bundle",
  "monitoring",
  "ssh-keypair",
  "old-ssh-keypair",
  "static-kubeconfig",
];

/** Why there is nothing to retrieve, as far as the Shoot itself tells; the garden knows better when it is asked. */
function absence(cluster: Cluster, what: Revealable): string | undefined {
  const has = (purpose: ShootResourcePurpose) => hasShootResource(cluster.shoot, purpose, rulesFor(cluster));
  if (cluster.gone) return text("The cluster is no longer there.");
  switch (what) {
    case "admin-kubeconfig":
    case "viewer-kubeconfig":
      return kubeconfigAbsence(cluster);
    case "ca-bundle":
    case "static-kubeconfig":
      return undefined;
    case "monitoring":
      return has(what) ? undefined : text("Clusters for testing have no monitoring.");
    case "ssh-keypair":
      return has(what) ? undefined : text("SSH access is off, or there are no nodes.");
    case "old-ssh-keypair":
      return has(what) ? undefined : text("The key pair has not been rotated yet.");
    default:
      return what satisfies never;
  }
}

/** The CA bundle is no Secret: whoever sees the cluster may read it. */
const neededRight: Readonly<Record<Revealable, PermittedAct | undefined>> = {
  "admin-kubeconfig": "admin-kubeconfig",
  "viewer-kubeconfig": "viewer-kubeconfig",
  "ca-bundle": undefined,
  monitoring: "read-secrets",
  "ssh-keypair": "read-secrets",
  "old-ssh-keypair": "read-secrets",
  "static-kubeconfig": "read-secrets",
};

/** Nodes have no public address: gardenctl opens a bastion, fetches the key by itself and ends the bastion again. */
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

/** What can be fetched for use. Nothing is read before somebody asks for it. */
export function RetrieveCard({ cluster }: { readonly cluster: Cluster }) {
  const rights = useQuery(permissionsQuery(cluster.row.project)).data?.project;
  const refused = (what: Revealable) =>
    rights?.some(({ act, allowed }) => act === neededRight[what] && !allowed)
      ? text("Your role in this project does not allow it.")
      : undefined;
  // Only old releases keep one: elsewhere it would be a line that nobody can use.
  const offered = offers.filter(
    (what) => what !== "static-kubeconfig" || hasStaticKubeconfig(cluster.shoot, rulesFor(cluster)),
  );
  return (
    <Card id="retrieve" title={text("Retrieve")}>
      <ul className="-my-3.5 divide-y divide-hairline">
        {offered.map((what) => (
          <li key={what} className="py-2 text-sm">
            <div className="flex items-center justify-between gap-3">
              <span className="min-w-0">{text(revealWords[what].title)}</span>
              <RevealButton cluster={cluster} what={what} disabledReason={absence(cluster, what) ?? refused(what)} />
            </div>
            {what === "ssh-keypair" && absence(cluster, what) === undefined && <WayToNodes cluster={cluster} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}
