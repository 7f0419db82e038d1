"use client";

import Link from "next/link";
import { Fragment, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/form/checkbox.tsx";
import { ScrollBox } from "#components/ui/scroll-box.tsx";
import { Table } from "#components/ui/table.tsx";
import { Tag } from "#components/ui/tag.tsx";
import type { Scope } from "#lib/contract/fleet.ts";
import type { RotationLine } from "#lib/view/rotations/rotation-board.ts";
import { formatNumber } from "#lib/words/count.ts";
import { formatDuration } from "#lib/words/format-time.ts";
import { ChecklistCell } from "./checklist-cell.tsx";

interface RotationTableProps {
  readonly lines: readonly RotationLine[];
  readonly marks: ReadonlySet<string>;
  readonly onMark: (ids: readonly string[], on: boolean) => void;
  readonly projects: Scope["projects"];
}

const pageSize = 50;
/** With the share of the width that each takes, in percent: fifty lines are laid out faster when no text decides it. */
const columns = [
  { title: "Cluster", className: "w-[16.5%]" },
  { title: "Credential", className: "w-[13%]" },
  { title: "Phase", className: "w-[8.5%]" },
  { title: "For", className: "w-[6.5%]" },
  { title: "Action by", className: "w-[7%]" },
  { title: "Pools left", className: "w-[7%]" },
  { title: "Checklist", className: "w-[6.5%]" },
  { title: "Next", className: "w-[14%]" },
  { title: "Owner", className: "w-[21%]" },
] as const;

/** A line for each rotation; beyond fifty, more come when they are asked for. */
export function RotationTable({ lines, marks, onMark, projects }: RotationTableProps) {
  const [most, setMost] = useState(pageSize);
  const shown = lines.slice(0, most);
  const owners = new Map(projects.map(({ name, owner }) => [name, owner]));
  const all = shown.every(({ id }) => marks.has(id));
  const markAll = (
    <Checkbox
      aria-label="Mark all that are shown"
      checked={all}
      onCheckedChange={(on) =>
        onMark(
          shown.map(({ id }) => id),
          on === true,
        )
      }
    />
  );
  return (
    <>
      <ScrollBox label="Table of rotations">
        <Table
          caption="Rotations"
          columns={[{ title: "Mark", head: markAll, className: "w-10" }, ...columns]}
          className="w-full min-w-280 table-fixed text-left text-sm tabular-nums"
          cellClass="px-2.5 py-1.5 first:pr-2 first:pl-4 last:pr-4"
        >
          {shown.map((line) => (
            <Line
              key={line.id}
              line={line}
              owner={owners.get(line.row.project)}
              marked={marks.has(line.id)}
              onMark={(on) => onMark([line.id], on)}
            />
          ))}
        </Table>
      </ScrollBox>
      {lines.length > shown.length && (
        <div className="flex items-center gap-3 border-t border-hairline px-4 py-2 text-sm">
          <Button size="sm" onClick={() => setMost(most + pageSize)}>
            Show {Math.min(pageSize, lines.length - shown.length)} more
          </Button>
          <span className="text-secondary">
            {formatNumber(shown.length)} of {formatNumber(lines.length)} are shown
          </span>
        </div>
      )}
    </>
  );
}

interface LineProps {
  readonly line: RotationLine;
  readonly owner: string | undefined;
  readonly marked: boolean;
  readonly onMark: (on: boolean) => void;
}

function Line({ line, owner, marked, onMark }: LineProps) {
  const { row, credential, phase, turn, pools, scope, next } = line;
  const cluster = `${row.project}/${row.name}`;
  const path = `/clusters/${encodeURIComponent(row.project)}/${encodeURIComponent(row.name)}`;
  return (
    <tr className="align-top hover:bg-hover">
      <td className="py-2.5 pr-2 pl-4">
        <Checkbox
          aria-label={`Mark ${credential.toLowerCase()} of ${cluster}`}
          checked={marked}
          onCheckedChange={(on) => onMark(on === true)}
        />
      </td>
      <th scope="row" className="px-2.5 py-2 font-medium wrap-anywhere">
        <Link href={path} prefetch={false} className="hover:underline" translate="no">
          {cluster}
        </Link>
        {row.purpose !== undefined && <span className="block text-xs font-normal text-tertiary">{row.purpose}</span>}
      </th>
      <td className="px-2.5 py-2">{credential}</td>
      <td className="px-2.5 py-2 text-secondary">{breakable(phase, /(?=[A-Z])/)}</td>
      <td className="px-2.5 py-2">
        <Age line={line} />
      </td>
      <td className="px-2.5 py-2">{turn === "You" ? <span className="font-medium">You</span> : turn}</td>
      <td className="px-2.5 py-2 text-secondary">{pools.length === 0 ? "–" : pools.join(", ")}</td>
      <td className="px-2.5 py-2 text-secondary">
        {line.completable ? <ChecklistCell cluster={row} scope={scope} /> : "–"}
      </td>
      <td className="px-2.5 py-2">
        <Link
          href={`${path}/credentials?rotation=${scope}#rotation`}
          prefetch={false}
          className="text-link underline-offset-2 hover:underline"
        >
          {next}
          <span className="sr-only">
            {" "}
            of {cluster}: {credential}
          </span>
        </Link>
      </td>
      <td className="py-2 pr-4 pl-2.5 wrap-anywhere text-secondary">
        {owner === undefined ? "–" : breakable(owner, /(?=@)/)}
      </td>
    </tr>
  );
}

/** A long word that may go on in the next line where one of its parts begins. */
function breakable(word: string, at: RegExp) {
  return word.split(at).map((part) => (
    <Fragment key={part}>
      {part}
      <wbr />
    </Fragment>
  ));
}

function Age({ line: { age, ageMs, state } }: { readonly line: RotationLine }) {
  if (ageMs === undefined) return <span className="text-tertiary">not reported</span>;
  const text = formatDuration(ageMs);
  if (age === "neutral") return <span className="text-secondary">{state === "due" ? `${text} old` : text}</span>;
  return <Tag hue={age === "alert" ? "negative" : "caution"}>{text}</Tag>;
}
