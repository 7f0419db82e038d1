"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, Check, TriangleAlert } from "lucide-react";
import { ActButton } from "#components/act/act-button.tsx";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { moveDestinationsQuery } from "#components/data/queries/move-queries.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Status } from "#components/ui/status.tsx";
import { Table } from "#components/ui/table.tsx";
import { moveSeedAct } from "#lib/act/plan/move-seed-act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { MoveDestination } from "#lib/contract/migration/move-destinations.ts";
import { text } from "#lib/language/text.ts";
import { migrationTrackOf } from "#lib/policy/migration/migration-track.ts";
import { useCluster } from "../use-cluster.ts";
import { GuideSection, type SectionProps } from "./guide-section.tsx";
import { MigrationTrackList } from "./migration-track-list.tsx";

/** Section about the move of the control plane: how far it is, and to which Seeds it can go. */
export function MoveSection({ cluster, shoot }: SectionProps) {
  const { data, error, refetch } = useQuery(moveDestinationsQuery(cluster));
  const row = useCluster(cluster).cluster?.row;
  const track = migrationTrackOf(shoot);
  return (
    <GuideSection unfolded={track !== undefined} id="move" title={text("Move to another Seed")}>
      {track !== undefined && <MigrationTrackList track={track} />}
      <p>
        {text(
          "An operator can move the control plane to another Seed. Nodes do not move with it. The present Seed backs the control plane up and removes it, then the new Seed restores it.",
        )}
      </p>
      {data?.allowed === false && (
        <Notice hue="info" title={text("You cannot move this cluster")}>
          {text("It takes the right to update shoots/binding, which operators have.")}
        </Notice>
      )}
      {data?.unread === "forbidden" && (
        <p className="text-secondary">{text("You are not allowed to list Seeds in this garden")}</p>
      )}
      {data && data.seeds.length > 0 && row !== undefined && (
        <Destinations seeds={data.seeds} row={row} offers={data.allowed !== false} />
      )}
      {!data && !error && <Skeleton className="h-48" />}
      {error && <ReadFailureNotice title={text("The Seeds could not be read")} of={{ error, refetch }} />}
    </GuideSection>
  );
}

interface DestinationsProps {
  readonly seeds: readonly MoveDestination[];
  readonly row: FleetRow;
  /** Whether the user is allowed to move the cluster, as far as known. */
  readonly offers: boolean;
}

function Destinations({ seeds, row, offers }: DestinationsProps) {
  return (
    <Table
      caption={text("Seeds, and whether the control plane can move there")}
      columns={[{ title: text("Seed") }, { title: text("Can the control plane move there?") }]}
      className="w-full text-left"
      cellClass="py-1 pr-3 last:pr-0"
    >
      {seeds.map((seed) => (
        <DestinationLine key={seed.name} seed={seed} row={row} offers={offers} />
      ))}
    </Table>
  );
}

function DestinationLine({ seed, row, offers }: Omit<DestinationsProps, "seeds"> & { readonly seed: MoveDestination }) {
  const { name, provider, region, clusters, capacity, refusals, doubts, unchecked } = seed;
  const isRefused = refusals.length > 0;
  return (
    <tr>
      <th scope="row" className="py-2 pr-3 align-top font-medium">
        <span className="break-all" translate="no">
          {name}
        </span>
        <span className="block font-normal break-words text-secondary" translate="no">
          {provider}, {region}
        </span>
        {clusters !== undefined && (
          <span className="block font-normal text-secondary tabular-nums">
            {capacity === undefined
              ? text("{clusters, plural, one {# cluster} other {# clusters}}", { clusters })
              : text("{clusters, number} of {capacity} clusters", { clusters, capacity })}
          </span>
        )}
      </th>
      <td className="py-2 align-top">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <Status
            hue={isRefused ? "neutral" : doubts.length > 0 ? "caution" : "positive"}
            icon={isRefused ? <Ban /> : doubts.length > 0 ? <TriangleAlert /> : <Check />}
          >
            {isRefused ? text("No") : doubts.length > 0 ? text("Yes, with doubts") : text("Yes")}
          </Status>
          {offers && !isRefused && (
            <ActButton
              cluster={row}
              act={moveSeedAct(name)}
              label={text("Move to {seed}…", { seed: name })}
              title={text("Move to {seed}", { seed: name })}
              size="sm"
            />
          )}
        </div>
        <Reasons reasons={[...refusals, ...doubts, ...unchecked]} />
      </td>
    </tr>
  );
}

function Reasons({ reasons }: { readonly reasons: readonly string[] }) {
  if (reasons.length === 0) return null;
  return (
    <ul className="mt-0.5 list-disc pl-5 break-words text-secondary">
      {reasons.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
