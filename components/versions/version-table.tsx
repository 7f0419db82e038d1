import { clsx } from "clsx";
import { StageTag } from "#components/data/stage-tag.tsx";
import { formatDate } from "#lib/view/format-time.ts";
import { gapWords } from "#lib/view/versions/gap-words.ts";
import type { VersionGroup } from "#lib/view/versions/version-groups.ts";
import type { VersionRow } from "#lib/view/versions/version-rows.ts";
import { countOf, expiryWords, updateWords } from "#lib/view/versions/version-words.ts";
import { ClustersLink } from "./clusters-link.tsx";
import { OverrideTags } from "./gantt-rows.tsx";
import { type RowContext, versionAddress } from "./row-context.ts";

const head = "px-3 py-2 text-left text-xs font-medium whitespace-nowrap text-secondary";
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
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keys.
      tabIndex={0}
      className="scrollbar-thin focus-inset relative overflow-x-auto rounded-card border border-hairline"
    >
      <table className="w-full text-sm">
        <caption className="sr-only">{label}</caption>
        <thead className="border-b border-hairline bg-surface">
          <tr>
            <th scope="col" className={head}>
              Version
            </th>
            {context.comparing && (
              <th scope="col" className={head}>
                Profile
              </th>
            )}
            {["Stage", "Since", "Ends", "Clusters", "Pools", "Would be updated to"].map((title) => (
              <th key={title} scope="col" className={head}>
                {title}
              </th>
            ))}
            {isImage && (
              <th scope="col" className={head}>
                Fits
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <GroupRows key={group.key} group={group} context={context} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function GroupRows({ group: { gaps, rows }, context }: { readonly group: VersionGroup; readonly context: RowContext }) {
  return (
    <>
      {gaps.map((gap) => (
        <tr key={gap.profile} data-gap className="border-b border-hairline bg-negative-tint text-negative-text">
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
    <tr className="border-b border-hairline last:border-0">
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
      <td className={clsx(cell, "text-secondary tabular-nums")}>{row.pools.toLocaleString("en-US")}</td>
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
