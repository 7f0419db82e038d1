import { clsx } from "clsx";
import { StageTag } from "#components/data/shown/stage-tag.tsx";
import { ScrollBox } from "#components/ui/scroll-box.tsx";
import { Table } from "#components/ui/table.tsx";
import { gapWords } from "#lib/view/versions/gap-words.ts";
import type { VersionGroup } from "#lib/view/versions/version-groups.ts";
import type { VersionRow } from "#lib/view/versions/version-rows.ts";
import { expiryWords, updateWords } from "#lib/view/versions/version-words.ts";
import { countOf, formatNumber } from "#lib/words/count.ts";
import { formatDate } from "#lib/words/format-time.ts";
import { ClustersLink } from "./clusters-link.tsx";
import { OverrideTags } from "./gantt-rows.tsx";
import { type RowContext, versionAddress } from "./row-context.ts";

const cell = "px-3 py-2 align-top";

interface VersionTableProps {
  readonly label: string;
  readonly groups: readonly VersionGroup[];
  readonly context: RowContext;
}

/** The same as the time line, as a table: for small screens, for paper, and for whoever prefers it. */
export function VersionTable({ label, groups, context }: VersionTableProps) {
  const isImage = context.subject.kind === "image";
  return (
    <ScrollBox label={label} className="rounded-card border border-hairline">
      <Table
        caption={label}
        columns={[
          { title: "Version" },
          ...(context.comparing ? [{ title: "Profile" }] : []),
          ...["Stage", "Since", "Ends", "Clusters", "Pools", "Would be updated to"].map((title) => ({ title })),
          ...(isImage ? [{ title: "Fits" }] : []),
        ]}
        headClass="bg-surface text-xs text-secondary"
        cellClass="px-3 py-2 whitespace-nowrap"
      >
        {groups.map((group) => (
          <GroupRows key={group.key} group={group} context={context} />
        ))}
      </Table>
    </ScrollBox>
  );
}

function GroupRows({ group: { gaps, rows }, context }: { readonly group: VersionGroup; readonly context: RowContext }) {
  return (
    <>
      {gaps.map((gap) => (
        <tr key={gap.profile} data-gap className="bg-negative-tint text-negative-text">
          <th scope="row" className={clsx(cell, "text-left font-mono font-semibold")}>
            {gap.label}
          </th>
          <td className={cell} colSpan={8}>
            {gapWords(gap, context.time.clock)}: no usable version, a dead end for{" "}
            {countOf(gap.blockedClusters, "cluster")} on {gap.major}.{gap.minor - 1}
          </td>
        </tr>
      ))}
      {rows.map((row) => (
        <TableRow key={row.id} row={row} context={context} />
      ))}
    </>
  );
}

function TableRow({ row, context }: { readonly row: VersionRow; readonly context: RowContext }) {
  const { time, comparing, subject } = context;
  const href = versionAddress(context, row.profile, row.text);
  const since = row.life.find(({ isNow }) => isNow)?.startsAt;
  return (
    <tr>
      <th scope="row" className={clsx(cell, "text-left font-mono font-medium")} translate="no">
        {row.text || "(no version)"}
      </th>
      {comparing && <td className={cell}>{row.profile}</td>}
      <td className={cell}>
        <StageTag classification={row.stage} />
      </td>
      <td className={clsx(cell, "whitespace-nowrap text-secondary")}>
        {since === undefined ? "unknown" : formatDate(since, time.clock)}
      </td>
      <td className={clsx(cell, "min-w-36 text-secondary")}>
        {expiryWords(row, time)} <OverrideTags row={row} context={context} />
      </td>
      <td className={cell}>
        {row.clusters > 0 && href !== undefined ? (
          <ClustersLink href={href} count={row.clusters} on={row.text} />
        ) : (
          <span className="text-tertiary">none</span>
        )}
      </td>
      <td className={clsx(cell, "text-secondary tabular-nums")}>{formatNumber(row.pools)}</td>
      <td className={clsx(cell, "min-w-52 text-secondary")}>{updateWords(row.next(), time).join("; ")}</td>
      {subject.kind === "image" && <td className={clsx(cell, "min-w-40 text-secondary")}>{fitWords(row)}</td>}
    </tr>
  );
}

function fitWords({ image }: VersionRow): string {
  if (image === undefined) return "";
  const architectures = image.architectures?.join(" and ") || "amd64";
  const kubelet = image.kubeletVersionConstraint ? `; kubelet ${image.kubeletVersionConstraint}` : "";
  return `${architectures}${kubelet}${image.inPlaceUpdates?.supported ? "; in-place updates" : ""}`;
}
