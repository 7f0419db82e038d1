// biome-ignore-all lint/a11y/useSemanticElements: bars are placed by date, which the cells of a table cannot be.
// biome-ignore-all lint/a11y/useFocusableInteractive: one cell of the grid is the tab stop (roving), as the pattern asks.
import { clsx } from "clsx";
import { ChevronDown, ChevronRight, EllipsisVertical, OctagonX } from "lucide-react";
import { memo, useMemo, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { lazyComponent, preloadModule } from "#components/ui/lazy-component.tsx";
import { LazyField } from "#components/ui/lazy-field.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { TypeAheadBuffer } from "#components/ui/state/type-ahead-buffer.ts";
import { Tag } from "#components/ui/tag.tsx";
import { text } from "#lib/language/text.ts";
import { deadEndUrgency } from "#lib/view/versions/dead-end-urgency.ts";
import { minorGapLabel } from "#lib/view/versions/minor-gap-label.ts";
import { percentOfScale } from "#lib/view/versions/time-scale.ts";
import { type MinorGapRow, unreadableVersionsGroupKey, type VersionGroup } from "#lib/view/versions/version-groups.ts";
import {
  describeEndOverride,
  describeNextUpdate,
  expiryLabel,
  stageLetter,
} from "#lib/view/versions/version-labels.ts";
import type { VersionRow } from "#lib/view/versions/version-rows.ts";
import { formatNumber } from "#lib/words/count.ts";
import { deadEndTypeLabel, urgencyHues } from "#lib/words/dead-end-labels.ts";
import { describeKubernetesSupport } from "#lib/words/versions/kubernetes-support-descriptions.ts";
import { ClustersLink } from "./clusters-link.tsx";
import { ClassificationBars, TodayLine } from "./stage-bar.tsx";
import { addressOfClustersInRow, rowActionsOf, type VersionRowContext } from "./version-row-context.ts";
import type { RowActions } from "./version-row-menu-items.tsx";

export const ganttColumnsClass =
  "grid grid-cols-[8.5rem_minmax(22rem,1fr)_10rem_6rem_16rem_2rem] items-stretch gap-x-3";

const cell = "flex min-h-8 items-center text-sm";

/** Number of clusters that use a version by a NamespacedCloudProfile; the CloudProfile's end may affect them, too. */
export function ChildProfileClusterCount({ row: { clustersOfChildren: clusters } }: { readonly row: VersionRow }) {
  if (clusters === 0) return null;
  const words = text(
    "{clusters, plural, one {# more cluster} other {# more clusters}} through projects' own profiles",
    {
      clusters,
    },
  );
  return (
    <span title={words} className="text-xs text-secondary tabular-nums">
      <span aria-hidden>+{formatNumber(clusters)}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}

/** Row of one version: its name, classification bars, expiration, number of clusters, and the next version. */
export const GanttRow = memo(function GanttRow({
  row,
  mostUsed,
  context,
}: {
  readonly row: VersionRow;
  /** Number of clusters on the most used version, whose bar is the longest. */
  readonly mostUsed: number;
  readonly context: VersionRowContext;
}) {
  const { scale, time, comparing } = context;
  const actions = useMemo(() => rowActionsOf(context, row), [context, row]);
  const next = useMemo(() => row.next(), [row]);
  const href = addressOfClustersInRow(context, row.profile, row.text);
  const urgency = deadEndUrgency(next, row, context);
  return (
    <div role="row" className={clsx(ganttColumnsClass, "border-b border-hairline/60 hover:bg-hover/50")}>
      <div role="rowheader" data-cell tabIndex={-1} className={clsx(cell, "focus-inset flex-wrap gap-x-2 pl-7")}>
        <span className="font-mono" translate="no">
          {row.text || text("(no version)")}
        </span>
        <span aria-hidden className="hidden text-xs font-semibold text-tertiary print:inline">
          {stageLetter(row.stage)}
        </span>
        {comparing && <span className="text-xs text-tertiary">{row.profile}</span>}
      </div>
      <div className="relative min-h-8 overflow-hidden">
        <TodayLine left={percentOfScale(scale, time.nowAt)} />
        <ClassificationBars row={row} scale={scale} time={time} />
        {row.life.length === 0 && (
          <div role="gridcell" data-cell tabIndex={-1} className={clsx(cell, "focus-inset relative z-3")}>
            <Tag hue="negative" outline="plain">
              {text("Not in profile")}
            </Tag>
          </div>
        )}
      </div>
      <div role="gridcell" data-cell tabIndex={-1} className={clsx(cell, "focus-inset flex-wrap py-1 text-secondary")}>
        {expiryLabel(row, time)}
        <OverrideTags row={row} />
      </div>
      <div role="gridcell" className={clsx(cell, "flex-col items-end! justify-center gap-0.5")}>
        {row.clusters > 0 && href !== undefined ? (
          <>
            <span className="flex items-baseline gap-1">
              <ClustersLink href={href} count={row.clusters} on={row.text} data-cell tabIndex={-1} />
              <ChildProfileClusterCount row={row} />
            </span>
            <UsersBar share={row.clusters / mostUsed} />
          </>
        ) : (
          <span data-cell tabIndex={-1} className="rounded-tag text-tertiary">
            {text("not used")} <ChildProfileClusterCount row={row} />
          </span>
        )}
      </div>
      <div
        role="gridcell"
        data-cell
        tabIndex={-1}
        className={clsx(cell, "focus-inset flex-col items-start! justify-center py-1 text-secondary")}
      >
        {describeNextUpdate(next).map((words) => (
          <span key={words}>{words}</span>
        ))}
        {urgency !== undefined && row.clusters > 0 && (
          <Tag hue={urgencyHues[urgency]} icon={<OctagonX aria-hidden />}>
            {deadEndTypeLabel(urgency)}
          </Tag>
        )}
      </div>
      <div role="gridcell" className={clsx(cell, "justify-end")}>
        <RowMenu actions={actions} name={row.text} />
      </div>
    </div>
  );
});

/** Bar for the number of clusters on a version, relative to the most used version. */
function UsersBar({ share }: { readonly share: number }) {
  return (
    <span aria-hidden className="flex h-0.5 w-20 justify-end">
      <span className="bg-info-solid forced-colors:bg-[CanvasText]" style={{ width: `${Math.max(4, share * 100)}%` }} />
    </span>
  );
}

export function OverrideTags({ row }: { readonly row: VersionRow }) {
  return (
    <>
      {row.ownOfProject && <Tag hue="info">{text("Project's own")}</Tag>}
      {row.overrides.map((override) => (
        <span key={override.profile} className="w-full text-xs">
          <Tag hue="info">{text("Project override")}</Tag> {describeEndOverride(override)}
        </span>
      ))}
    </>
  );
}

interface GroupHeaderProps {
  readonly group: VersionGroup;
  readonly folded: boolean;
  readonly onFold: (key: string) => void;
  readonly context: VersionRowContext;
}

/** Header of a minor version: collapses the rows of its patch versions, and counts the clusters on them. */
export function GroupHeader({ group, folded, onFold, context }: GroupHeaderProps) {
  const { key, rows, clusters } = group;
  const profile = context.comparing || key === unreadableVersionsGroupKey ? undefined : rows[0]?.profile;
  const href = profile && addressOfClustersInRow(context, profile, `${key}.*`);
  const isKubernetes = context.subject.kind === "kubernetes" && key !== unreadableVersionsGroupKey;
  const Chevron = folded ? ChevronRight : ChevronDown;
  const label = key === unreadableVersionsGroupKey ? text("Not readable") : key;
  return (
    <div role="row" className={clsx(ganttColumnsClass, "border-b border-hairline bg-surface")}>
      <div role="rowheader" className={cell}>
        <button
          type="button"
          data-cell
          tabIndex={-1}
          aria-expanded={!folded}
          onClick={() => onFold(key)}
          className="focus-inset flex h-7 items-center gap-1.5 rounded-control px-1.5 font-mono font-semibold hover:bg-hover"
        >
          <Chevron aria-hidden className="size-4" />
          {label}
          <span className="sr-only">
            , {text("{versions, plural, one {# version} other {# versions}}", { versions: rows.length })}
          </span>
        </button>
      </div>
      <div role="gridcell" className={clsx(cell, "flex-wrap gap-x-3 text-secondary")}>
        {isKubernetes && <span>{describeKubernetesSupport(key, context.time.nowAt)}</span>}
        {folded
          ? text("{versions, plural, one {# version} other {# versions}}: {names}", {
              versions: rows.length,
              names: foldedLabel(rows),
            })
          : ""}
      </div>
      <div role="gridcell" className={cell} />
      <div role="gridcell" className={clsx(cell, "justify-end font-medium tabular-nums")}>
        {href !== undefined && clusters > 0 ? (
          <ClustersLink href={href} count={clusters} on={label} data-cell tabIndex={-1} />
        ) : (
          <span className="text-tertiary">
            {clusters > 0 ? text("{clusters, plural, one {# cluster} other {# clusters}}", { clusters }) : ""}
          </span>
        )}
      </div>
      <div role="gridcell" className={cell} />
      <div role="gridcell" className={cell} />
    </div>
  );
}

const mostFolded = 6;

function foldedLabel(rows: readonly VersionRow[]): string {
  const shown = rows.slice(0, mostFolded).map((row) => `${row.text} ${stageLetter(row.stage)}`);
  return `${shown.join(", ")}${rows.length > mostFolded ? ", …" : ""}`;
}

/** Row of a minor missing in the CloudProfile, with the number of clusters that therefore cannot be updated. */
export function MissingMinorRow({ gap, context }: { readonly gap: MinorGapRow; readonly context: VersionRowContext }) {
  const { label, major, minor, blockedClusters, profile } = gap;
  const below = `${major}.${minor - 1}`;
  const href = addressOfClustersInRow(context, profile, `${below}.*`);
  return (
    <div
      role="row"
      data-gap
      className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-3 border-y border-negative-border bg-negative-tint"
    >
      <div role="rowheader" className={clsx(cell, "gap-2 pl-7 font-mono font-semibold text-negative-text")}>
        <OctagonX aria-hidden className="size-4" />
        {label}
      </div>
      <div
        role="gridcell"
        data-cell
        tabIndex={-1}
        className={clsx(cell, "focus-inset flex-wrap gap-x-1.5 py-1 text-negative-text")}
      >
        <span className="font-semibold">{minorGapLabel(gap)}:</span>
        {blockedClusters > 0
          ? richText("no usable version, a dead end for <clusters></clusters> on {below}", {
              below,
              clusters: () =>
                href === undefined ? (
                  text("{clusters, plural, one {# cluster} other {# clusters}}", { clusters: blockedClusters })
                ) : (
                  <ClustersLink
                    href={href}
                    count={blockedClusters}
                    on={text("{below}, blocked by the missing {label}", { below, label })}
                  />
                ),
            })
          : text("no usable version; no cluster is on {below} now.", { below })}
        {context.comparing && <span className="text-xs">({profile})</span>}
      </div>
    </div>
  );
}

const loadFrame = () => import("#components/ui/overlay/menu-frame.tsx");
const loadItems = () => import("./version-row-menu-items.tsx");
const MenuFrame = lazyComponent(async () => (await loadFrame()).MenuFrame);
const RowMenuItems = lazyComponent(async () => (await loadItems()).VersionRowMenuItems);
const preload = () => {
  preloadModule(loadFrame);
  preloadModule(loadItems);
};

/** Menu of the actions on one version, loaded on demand. */
function RowMenu({ actions, name }: { readonly actions: RowActions; readonly name: string }) {
  const [wanted, setWanted] = useState(false);
  const [typed] = useState(() => new TypeAheadBuffer());
  const idle = (
    <Button
      variant="ghost"
      size="iconSm"
      data-cell
      tabIndex={-1}
      aria-haspopup="menu"
      aria-label={text("Actions for {name}", { name })}
      {...(!wanted && { onClick: () => setWanted(true), onPointerEnter: preload })}
    >
      <EllipsisVertical aria-hidden />
    </Button>
  );
  if (!wanted) return idle;
  return (
    <LazyField typed={typed} open onCancel={() => setWanted(false)} meanwhile={idle}>
      <MenuFrame trigger={idle} align="end" className="w-72" typedAhead={typed}>
        <RowMenuItems {...actions} />
      </MenuFrame>
    </LazyField>
  );
}
