// biome-ignore-all lint/a11y/noRedundantRoles: a browser drops the roles of a table that a phone lays out as cards.

import { useDeferredValue, useState } from "react";
import { OwnerName } from "#components/data/fleet-parts/owner-name.tsx";
import { useUserRelationLookup } from "#components/data/session/use-user-relation.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Button } from "#components/ui/button.tsx";
import { CardCell } from "#components/ui/card-cell.tsx";
import { Checkbox } from "#components/ui/form/checkbox.tsx";
import { ScrollBox } from "#components/ui/scroll-box.tsx";
import { Table } from "#components/ui/table.tsx";
import { Tag } from "#components/ui/tag.tsx";
import type { VisibleScope } from "#lib/contract/fleet.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { message, text } from "#lib/language/text.ts";
import { toInlineLabel } from "#lib/language/to-inline-label.ts";
import { type ResponsibleParty, responsiblePartyOf } from "#lib/policy/next/responsible-party.ts";
import type { ClusterRotation } from "#lib/view/rotations/rotation-board.ts";
import { formatDuration } from "#lib/words/format-time.ts";
import { responsiblePartyLabel } from "#lib/words/responsible-party-labels.ts";
import { rotationPhaseLabel } from "#lib/words/state/rotation-phase-label.ts";
import { ChecklistCell } from "./checklist-cell.tsx";

interface RotationTableProps {
  readonly lines: readonly ClusterRotation[];
  readonly marks: ReadonlySet<string>;
  readonly onMark: (ids: readonly string[], on: boolean) => void;
  readonly projects: VisibleScope["projects"];
}

const pageSize = 50;
/** Rows of the first paint; the others follow in a task of their own. */
const firstRows = 15;
/** Columns with widths in percent: the browser lays out fifty rows faster if it need not measure their texts. */
const columns = [
  { title: message("Cluster"), className: "max-sm:sr-only w-[16.4%]" },
  { title: message("Credential"), className: "max-sm:sr-only w-[20.3%]" },
  { title: message("Phase"), className: "max-sm:sr-only w-[12.9%]" },
  { title: message("For", "duration"), className: "max-sm:sr-only w-[6.2%]" },
  { title: message("Action by"), className: "max-sm:sr-only w-[10.3%]" },
  { title: message("Pools left"), className: "max-sm:sr-only w-[5.9%]" },
  { title: message("Checklist"), className: "max-sm:sr-only w-[6%]" },
  { title: message("Next", "action"), className: "max-sm:sr-only w-[8.7%]" },
  { title: message("Owner"), className: "max-sm:sr-only w-[9.8%]" },
] as const;

/** Table with a row for each rotation; rows beyond fifty are shown on demand. On a phone each row becomes a card. */
export function RotationTable({ lines, marks, onMark, projects }: RotationTableProps) {
  const [most, setMost] = useState(pageSize);
  const shown = lines.slice(0, useDeferredValue(most, firstRows));
  const owners = new Map(projects.map(({ name, owner }) => [name, owner]));
  const onlookerAt = useUserRelationLookup();
  const all = shown.every(({ id }) => marks.has(id));
  const markAll = (
    <span className="flex items-center gap-3.5">
      <Checkbox
        aria-label={text("Select all shown")}
        checked={all}
        onCheckedChange={(on) =>
          onMark(
            shown.map(({ id }) => id),
            on === true,
          )
        }
      />
      <span aria-hidden className="sm:hidden">
        {text("Select all")}
      </span>
    </span>
  );
  return (
    <>
      <ScrollBox label={text("Table of rotations")}>
        <Table
          cards
          caption={text("Rotations")}
          columns={[
            { title: text("Select"), head: markAll, className: "sm:w-10" },
            ...columns.map((each) => ({ ...each, title: text(each.title) })),
          ]}
          className="w-full text-left text-sm tabular-nums max-sm:block sm:min-w-280 sm:table-fixed"
          headClass="text-xs text-tertiary max-sm:block"
          cellClass="px-3 py-1.5 first:pr-2 first:pl-4 last:pr-4"
          bodyClass="divide-y divide-hairline border-hairline max-sm:block sm:border-t"
        >
          {shown.map((line) => (
            <Line
              key={line.id}
              line={line}
              party={responsiblePartyOf(line.turn, onlookerAt(line.row.project))}
              owner={owners.get(line.row.project)}
              marked={marks.has(line.id)}
              onMark={(on) => onMark([line.id], on)}
            />
          ))}
        </Table>
      </ScrollBox>
      {lines.length > most && (
        <div className="flex items-center gap-3 border-t border-hairline px-4 py-2 text-sm">
          <Button size="sm" onClick={() => setMost(most + pageSize)}>
            {text("Show {count} more", { count: Math.min(pageSize, lines.length - most) })}
          </Button>
          <span className="text-secondary">
            {text("{shown, number} of {lines, number} are shown", { shown: most, lines: lines.length })}
          </span>
        </div>
      )}
    </>
  );
}

interface LineProps {
  readonly line: ClusterRotation;
  /** Who has to act next, from the current user's point of view. */
  readonly party: ResponsibleParty;
  readonly owner: string | undefined;
  readonly marked: boolean;
  readonly onMark: (on: boolean) => void;
}

function Line({ line, party, owner, marked, onMark }: LineProps) {
  const { row, credential, phase, pools, scope, next } = line;
  const cluster = `${row.project}/${row.name}`;
  const actor = responsiblePartyLabel(party, row.project);
  const path = clusterPath(row);
  return (
    <tr
      role="row"
      className="align-top hover:bg-hover max-sm:relative max-sm:block max-sm:py-3 max-sm:pr-4 max-sm:pl-12"
    >
      <td role="cell" className="max-sm:absolute max-sm:top-3.5 max-sm:left-4 sm:py-2.5 sm:pr-2 sm:pl-4">
        <Checkbox
          aria-label={text("Select {credential} of {cluster}", { credential: toInlineLabel(credential), cluster })}
          checked={marked}
          onCheckedChange={(on) => onMark(on === true)}
        />
      </td>
      <th
        role="rowheader"
        scope="row"
        className="font-medium wrap-anywhere max-sm:block max-sm:pb-1 sm:truncate sm:px-3 sm:py-2"
        title={row.purpose === undefined ? cluster : `${cluster}, ${row.purpose}`}
      >
        <Link href={path} prefetch={false} className="hover:underline" translate="no">
          {cluster}
        </Link>
        {row.purpose !== undefined && <span className="text-xs font-normal text-tertiary"> {row.purpose}</span>}
      </th>
      <CardCell title={text("Credential")} whole={credential}>
        {credential}
      </CardCell>
      <CardCell title={text("Phase")} quiet whole={rotationPhaseLabel(phase)}>
        {rotationPhaseLabel(phase)}
      </CardCell>
      <CardCell title={text("For", {}, "duration")}>
        <Age line={line} />
      </CardCell>
      <CardCell title={text("Action by")} whole={actor}>
        {party === "you" ? <span className="font-medium">{actor}</span> : actor}
      </CardCell>
      <CardCell title={text("Pools left")} quiet whole={pools.join(", ")} empty={pools.length === 0}>
        {pools.join(", ")}
      </CardCell>
      <CardCell title={text("Checklist")} quiet empty={!line.completable}>
        <ChecklistCell cluster={row} scope={scope} />
      </CardCell>
      <CardCell title={text("Next", {}, "action")}>
        <Link
          href={`${path}/credentials?rotation=${scope}#rotation`}
          prefetch={false}
          className="text-link underline-offset-2 hover:underline"
        >
          {next}
          <span className="sr-only"> {text("of {cluster}: {credential}", { cluster, credential })}</span>
        </Link>
      </CardCell>
      <CardCell title={text("Owner")} quiet whole={owner} empty={owner === undefined}>
        {owner !== undefined && <OwnerName owner={owner} />}
      </CardCell>
    </tr>
  );
}

function Age({ line: { age, ageMs } }: { readonly line: ClusterRotation }) {
  if (ageMs === undefined) return <span className="text-tertiary">{text("not reported")}</span>;
  const duration = formatDuration(ageMs);
  if (age === "neutral") return <span className="text-secondary">{duration}</span>;
  return <Tag hue={age === "alert" ? "negative" : "caution"}>{duration}</Tag>;
}
