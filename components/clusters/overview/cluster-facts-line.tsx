"use client";

import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo, useSyncExternalStore } from "react";
import { nodesKey } from "#components/data/queries/cluster-keys.ts";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { useProjectOwner } from "#components/data/session/use-user-relation.ts";
import { Link } from "#components/ui/address/link.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { NodesResponse } from "#lib/contract/nodes.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { imageVersionLabel, kubernetesUpdateLabel, kubernetesVersionLabel } from "#lib/fleet/fields/version-update.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import { type CountedNodes, nodeCountLabel } from "#lib/view/cluster/node-count-label.ts";

/** CSS classes of a link, high enough for touch because links may be stacked. */
const linkClass = "inline-block rounded-tag hover:text-link hover:underline";

interface IdentityFactsProps {
  readonly row: FleetRow;
  /** The Shoot; undefined while it is being read. */
  readonly shoot: Shoot | undefined;
}

/** Facts of a cluster in one line: version, nodes, machine images, owner. */
export function ClusterFactsLine({ row, shoot }: IdentityFactsProps) {
  const path = clusterPath(row);
  const owner = useProjectOwner(row.project);
  const update = kubernetesUpdateLabel(row);
  return (
    <ul
      aria-label={text("Facts")}
      className="flex flex-wrap gap-x-2 text-sm leading-6 text-secondary sm:[&>li:not(:last-child)]:after:ml-2 sm:[&>li:not(:last-child)]:after:text-tertiary sm:[&>li:not(:last-child)]:after:content-['·']"
    >
      <Fact>
        <Link href={`${path}/updates`} className={linkClass}>
          <span className="font-mono font-medium text-ink" translate="no">
            {kubernetesVersionLabel(row) || text("version not said")}
          </span>
          {update !== undefined && `, ${update}`}
        </Link>
      </Fact>
      <Fact>
        <Link href={`${path}/nodes`} className={linkClass}>
          {text("{pools, plural, one {# pool} other {# pools}}", { pools: row.pools })}
          <Nodes row={row} shoot={shoot} />
        </Link>
      </Fact>
      {row.images.slice(0, 1).map((image) => (
        <Fact
          key={image.name}
          title={row.images.map((each) => `${each.name} ${imageVersionLabel(each, row)}`).join(", ")}
        >
          {image.name}{" "}
          <span className="font-mono" translate="no">
            {imageVersionLabel(image, row)}
          </span>
          {row.images.length > 1 && ` +${row.images.length - 1}`}
        </Fact>
      ))}
      {owner !== undefined && (
        <Fact minor title={text("The owner of the project {project}", { project: row.project })}>
          <span translate="no">{owner}</span>
        </Fact>
      )}
      <Fact>{[row.provider || text("provider not said"), row.region].filter(Boolean).join(" · ")}</Fact>
    </ul>
  );
}

/** Number of nodes if the page has read them, otherwise the range in the spec. */
function Nodes({ row, shoot }: IdentityFactsProps) {
  const counted = useCountedNodes(row);
  const words = nodeCountLabel(row, { counted, workers: shoot?.spec.provider.workers });
  return words === undefined ? null : `, ${words}`;
}

interface FactProps {
  readonly title?: string;
  /** Whether to leave out the fact on a narrow screen, because another part of the page shows it. */
  readonly minor?: boolean;
  readonly children: ReactNode;
}

function Fact({ title, minor = false, children }: FactProps) {
  return (
    <li {...(title !== undefined && { title })} className={minor ? "max-sm:hidden" : undefined}>
      {children}
    </li>
  );
}

/** Returns the number of Nodes from the query cache, if another part of the page has read all of them. */
function useCountedNodes(cluster: ClusterRef): CountedNodes | undefined {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const held = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => client.getQueryData<InfiniteData<NodesResponse>>(nodesKey(cluster)),
    () => undefined,
  );
  return useMemo(() => held && countOfPages(held.pages), [held]);
}

function countOfPages(pages: readonly NodesResponse[]): CountedNodes | undefined {
  const last = pages.at(-1);
  if (last?.state !== "read" || last.continue !== undefined) return undefined;
  const nodes = pages.flatMap((page) => (page.state === "read" ? page.nodes : []));
  return { ready: nodes.filter(({ ready }) => ready.status === "True").length, all: nodes.length };
}
