"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, Check, Circle, TriangleAlert } from "lucide-react";
import { ActButton } from "#components/act/act-button.tsx";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { moveDestinationsQuery } from "#components/data/queries/move-queries.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Status } from "#components/ui/status.tsx";
import { Table } from "#components/ui/table.tsx";
import { callMoveBackTitle } from "#lib/act/plan/act-labels.ts";
import { moveSeedAct } from "#lib/act/plan/move-seed-act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { MoveDestination } from "#lib/contract/migration/move-destinations.ts";
import { text } from "#lib/language/text.ts";
import { migrationTrackOf } from "#lib/policy/migration/migration-track.ts";
import { useCluster } from "../use-cluster.ts";
import { GuideFoldedDetails, GuideSection, type SectionProps } from "./guide-section.tsx";
import { MigrationTrackList } from "./migration-track-list.tsx";

/** Section about the move of the control plane: how far it is, and to which Seeds it can go. */
export function MoveSection({ cluster, shoot }: SectionProps) {
  const row = useCluster(cluster).cluster?.row;
  const track = migrationTrackOf(shoot);
  const standing = [shoot.spec.seedName, row?.next.subject, ...(track?.steps ?? []).map(({ state }) => state)].join(
    " ",
  );
  const { data, error, refetch } = useQuery({
    ...moveDestinationsQuery(cluster, standing),
    placeholderData: (before) => before,
  });
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
        <>
          {data.held && (
            <Notice hue="info" title={text("The cluster cannot move to another Seed now")}>
              <Reasons reasons={data.held} />
            </Notice>
          )}
          <SplitDestinations
            seeds={data.seeds}
            row={row}
            offers={data.allowed !== false}
            isHeld={data.held !== undefined}
          />
        </>
      )}
      {!data && !error && <Skeleton className="h-48" />}
      {error && <ReadFailureNotice title={text("The Seeds could not be read")} of={{ error, refetch }} />}
    </GuideSection>
  );
}

/** Seeds that can take the control plane; those that cannot are folded as long as there is another. */
function SplitDestinations({ seeds, ...cluster }: Omit<DestinationsProps, "caption">) {
  const possible = seeds.filter(({ refusals }) => refusals.length === 0);
  const refused = seeds.filter(({ refusals }) => refusals.length > 0);
  return (
    <>
      {possible.length > 0 && (
        <Destinations seeds={possible} caption={text("Seeds that can take the control plane")} {...cluster} />
      )}
      {refused.length > 0 && (
        <GuideFoldedDetails
          unfolded={possible.length === 0}
          title={text("{count, plural, one {# Seed} other {# Seeds}} cannot take the control plane, and why", {
            count: refused.length,
          })}
        >
          <Destinations seeds={refused} caption={text("Seeds that cannot take the control plane")} {...cluster} />
        </GuideFoldedDetails>
      )}
    </>
  );
}

interface DestinationsProps {
  readonly seeds: readonly MoveDestination[];
  readonly caption: string;
  readonly row: FleetRow;
  /** Whether the user is allowed to move the cluster, as far as known. */
  readonly offers: boolean;
  /** Whether the cluster cannot move now, to whichever Seed. */
  readonly isHeld: boolean;
}

function Destinations({ seeds, caption, ...cluster }: DestinationsProps) {
  return (
    <Table
      caption={caption}
      columns={[{ title: text("Seed") }, { title: text("Can the control plane move there?") }]}
      className="w-full text-left"
      cellClass="py-1 pr-3 last:pr-0"
    >
      {seeds.map((seed) => (
        <DestinationLine key={seed.name} seed={seed} {...cluster} />
      ))}
    </Table>
  );
}

interface DestinationLineProps extends Omit<DestinationsProps, "seeds" | "caption"> {
  readonly seed: MoveDestination;
}

function DestinationLine({ seed, row, offers, isHeld }: DestinationLineProps) {
  const { name, provider, region, clusters, capacity, refusals, waits, doubts, unchecked, isReturn = false } = seed;
  const isOffered = offers && refusals.length === 0 && (isReturn || !isHeld);
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
          <DestinationStatus seed={seed} isHeld={isHeld} />
          {isOffered && (
            <ActButton
              cluster={row}
              act={moveSeedAct(name)}
              label={isReturn ? text("Call the move back…") : text("Move to {seed}…", { seed: name })}
              title={isReturn ? text(callMoveBackTitle) : text("Move to {seed}", { seed: name })}
              size="sm"
            />
          )}
        </div>
        <Reasons reasons={[...refusals, ...waits, ...doubts, ...unchecked]} />
      </td>
    </tr>
  );
}

/** Whether the control plane can move to a Seed. Only what was checked completely is a plain yes. */
function DestinationStatus({ seed, isHeld }: Pick<DestinationLineProps, "seed" | "isHeld">) {
  const { refusals, waits, doubts, unchecked, isReturn } = seed;
  if (refusals.length > 0) return <Status {...no}>{text("No")}</Status>;
  if (isReturn) return <Status {...open}>{text("It is there still")}</Status>;
  if (isHeld) return <Status {...no}>{text("Not now")}</Status>;
  if (waits.length > 0) return <Status {...doubtful}>{text("Yes, but Gardener waits")}</Status>;
  if (doubts.length > 0) return <Status {...doubtful}>{text("Yes, with doubts")}</Status>;
  if (unchecked.length > 0) return <Status {...open}>{text("Yes, as far as it can be read")}</Status>;
  return (
    <Status hue="positive" icon={<Check />}>
      {text("Yes")}
    </Status>
  );
}

const no = { hue: "neutral", icon: <Ban /> } as const;
const doubtful = { hue: "caution", icon: <TriangleAlert /> } as const;
const open = { hue: "neutral", icon: <Circle /> } as const;

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
