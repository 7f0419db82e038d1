// biome-ignore-all lint/a11y/noRedundantRoles: a browser drops the roles of a table that a phone lays out as cards.
import { clsx } from "clsx";
import { VersionRemarks } from "#components/data/announcements/version-remarks.tsx";
import { VersionClassificationTag } from "#components/data/fleet-parts/version-classification-tag.tsx";
import { CardCell } from "#components/ui/card-cell.tsx";
import { ScrollBox } from "#components/ui/scroll-box.tsx";
import { Table } from "#components/ui/table.tsx";
import { text } from "#lib/language/text.ts";
import { minorGapLabel } from "#lib/view/versions/minor-gap-label.ts";
import type { VersionGroup } from "#lib/view/versions/version-groups.ts";
import { describeNextUpdate, expiryLabel } from "#lib/view/versions/version-labels.ts";
import type { VersionRow } from "#lib/view/versions/version-rows.ts";
import { formatNumber } from "#lib/words/count.ts";
import { formatList } from "#lib/words/format-list.ts";
import { formatDate } from "#lib/words/format-time.ts";
import { kubernetesSupportLabel } from "#lib/words/versions/kubernetes-support-descriptions.ts";
import { ClustersLink } from "./clusters-link.tsx";
import { ChildProfileClusterCount, OverrideTags } from "./gantt-rows.tsx";
import { addressOfClustersInRow, offeredVersionOf, type VersionRowContext } from "./version-row-context.ts";

const cell = "sm:px-3 sm:py-2 sm:align-top";
const line = "align-top max-sm:flex max-sm:flex-col max-sm:gap-1.5 max-sm:px-4 max-sm:py-3";

interface VersionTableProps {
  readonly label: string;
  readonly groups: readonly VersionGroup[];
  readonly context: VersionRowContext;
}

/** Table with the content of the versions chart, for small screens, for printing, or if the user selects it. */
export function VersionTable({ label, groups, context }: VersionTableProps) {
  const isImage = context.subject.kind === "image";
  return (
    <ScrollBox label={label} className="rounded-card border border-hairline">
      <Table
        cards
        caption={label}
        columns={[
          { title: text("Version") },
          ...(context.comparing ? [{ title: text("Profile") }] : []),
          { title: text("Stage") },
          { title: text("Since") },
          { title: text("Expires (UTC)") },
          { title: text("Clusters") },
          { title: text("Pools") },
          { title: text("Would be updated to") },
          { title: isImage ? text("Fits") : text("Kubernetes project") },
        ]}
        className="w-full text-left text-sm max-sm:block"
        headClass="bg-surface text-xs text-secondary max-sm:sr-only"
        cellClass="px-3 py-2 whitespace-nowrap"
        bodyClass="divide-y divide-hairline border-hairline max-sm:block sm:border-t"
      >
        {groups.map((group) => (
          <GroupRows key={group.key} group={group} context={context} />
        ))}
      </Table>
    </ScrollBox>
  );
}

function GroupRows({
  group: { key, gaps, rows },
  context,
}: {
  readonly group: VersionGroup;
  readonly context: VersionRowContext;
}) {
  return (
    <>
      {gaps.map((gap) => (
        <tr key={gap.profile} role="row" data-gap className={clsx(line, "bg-negative-tint text-negative-text")}>
          <th scope="row" role="rowheader" className={clsx(cell, "text-left font-mono font-semibold")}>
            {gap.label}
          </th>
          <td role="cell" className={cell} colSpan={8}>
            {text(
              "{gap}: no usable version, a dead end for {clusters, plural, one {# cluster} other {# clusters}} on {below}",
              { gap: minorGapLabel(gap), clusters: gap.blockedClusters, below: `${gap.major}.${gap.minor - 1}` },
            )}
          </td>
        </tr>
      ))}
      {rows.map((row) => (
        <TableRow key={row.id} row={row} minor={key} context={context} />
      ))}
    </>
  );
}

interface TableRowProps {
  readonly row: VersionRow;
  /** Minor of the version, such as `1.33`; for a machine image, the key of its group. */
  readonly minor: string;
  readonly context: VersionRowContext;
}

function TableRow({ row, minor, context }: TableRowProps) {
  const { time, comparing, subject } = context;
  const href = addressOfClustersInRow(context, row.profile, row.text);
  const since = row.life.find(({ isNow }) => isNow)?.startsAt;
  return (
    <tr role="row" className={line}>
      <th scope="row" role="rowheader" className={clsx(cell, "text-left font-mono font-medium")} translate="no">
        {row.text || text("(no version)")}
        <VersionRemarks {...offeredVersionOf(row, context)} />
      </th>
      {comparing && <CardCell title={text("Profile")}>{row.profile}</CardCell>}
      <CardCell title={text("Stage")}>
        <VersionClassificationTag classification={row.stage} />
      </CardCell>
      <CardCell title={text("Since")} className="whitespace-nowrap text-secondary">
        {since === undefined ? text("unknown") : formatDate(since, time.clock)}
      </CardCell>
      <CardCell title={text("Expires")} className="text-secondary sm:min-w-36">
        {expiryLabel(row, time)} <OverrideTags row={row} />
      </CardCell>
      <CardCell title={text("Clusters")}>
        {row.clusters > 0 && href !== undefined ? (
          <ClustersLink href={href} count={row.clusters} on={row.text} />
        ) : (
          <span className="text-tertiary">{text("none")}</span>
        )}{" "}
        <ChildProfileClusterCount row={row} />
      </CardCell>
      <CardCell title={text("Pools")} className="text-secondary tabular-nums">
        {formatNumber(row.pools)}
      </CardCell>
      <CardCell title={text("Update to")} className="text-secondary sm:min-w-52">
        {describeNextUpdate(row.next()).join("; ")}
      </CardCell>
      {subject.kind === "image" ? (
        <CardCell title={text("Fits")} className="text-secondary sm:min-w-40">
          {fitLabel(row)}
        </CardCell>
      ) : (
        <CardCell title={text("Kubernetes project")} className="text-secondary sm:min-w-40">
          {kubernetesSupportLabel(minor, time.nowAt)}
        </CardCell>
      )}
    </tr>
  );
}

function fitLabel({ image }: VersionRow): string {
  if (image === undefined) return "";
  const versions = image.kubeletVersionConstraint;
  return [
    formatList(image.architectures ?? []) || "amd64",
    ...(versions ? [text("kubelet {versions}", { versions })] : []),
    ...(image.inPlaceUpdates?.supported ? [text("in-place updates")] : []),
  ].join("; ");
}
