import { clsx } from "clsx";
import {
  ArrowUpFromLine,
  ChevronDown,
  ChevronRight,
  CircleQuestionMark,
  type LucideIcon,
  OctagonX,
  TriangleAlert,
} from "lucide-react";
import { type Hue, hueSolidTextClasses, hueTextClasses } from "#components/ui/hue-classes.ts";
import { text } from "#lib/language/text.ts";
import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";
import { type GroupTotals, groupTotalsOf } from "#lib/view/grid/group-totals.ts";
import { formatNumber } from "#lib/words/count.ts";
import type { GroupMembers } from "./use-cluster-list-lines.ts";

const totalsOfMembers = memoizePerObject(({ rows, now }: GroupMembers) => groupTotalsOf(rows, now));

interface GroupHeadProps {
  readonly title: string;
  readonly expanded: boolean;
  readonly members: GroupMembers;
  /** `tall` stacks the parts on narrow screens; `brief` shows only the title and the number of clusters. */
  readonly form?: "line" | "tall" | "brief";
}

/** Head of a group: title, number of clusters, and how many of them have which problem. */
export function GroupHead({ title, expanded, members, form = "line" }: GroupHeadProps) {
  const totals = totalsOfMembers(members);
  const Arrow = expanded ? ChevronDown : ChevronRight;
  return (
    <span className={clsx("flex min-w-0", form === "tall" ? "flex-col gap-1.5" : "items-center gap-4")}>
      <span className="flex min-w-0 items-center gap-1.5">
        <Arrow aria-hidden className="size-4 shrink-0 text-tertiary" />
        <span className="truncate font-semibold text-ink">{title}</span>
        <span className="shrink-0 text-tertiary tabular-nums">
          {formatNumber(totals.clusters)}
          <span className="sr-only">
            {" "}
            {text("{clusters, plural, one {cluster} other {clusters}}", { clusters: totals.clusters })}
          </span>
        </span>
      </span>
      <span className={clsx("flex items-center gap-x-4 gap-y-1", form === "tall" && "flex-wrap pl-5.5")}>
        {(form === "brief" ? [] : subtotals(totals)).map(([, hue, Icon, words]) => (
          <span key={words} className={clsx("flex shrink-0 items-center gap-1.5 tabular-nums", hueTextClasses[hue])}>
            <span aria-hidden className={clsx("[&_svg]:size-3.5", hueSolidTextClasses[hue])}>
              <Icon />
            </span>
            {words}
          </span>
        ))}
      </span>
    </span>
  );
}

/** Returns the numbers of the group that are above zero, because zeros would distract from the problems. */
function subtotals({ unhealthy, unknown, forcedSoon, stuck }: GroupTotals) {
  const all: readonly (readonly [count: number, hue: Hue, Icon: LucideIcon, words: string])[] = [
    [unhealthy, "negative", TriangleAlert, text("{unhealthy, number} unhealthy", { unhealthy })],
    [unknown, "neutral", CircleQuestionMark, text("{unknown, number} unknown", { unknown })],
    [forcedSoon, "caution", ArrowUpFromLine, text("{forcedSoon, number} forced within 30 days", { forcedSoon })],
    [stuck, "neutral", OctagonX, text("{deadEnds, plural, one {# dead end} other {# dead ends}}", { deadEnds: stuck })],
  ];
  return all.filter(([count]) => count > 0);
}

/** Returns the totals of a group as one text, for headers shown during fast scrolling. */
export function groupTotalsText(members: GroupMembers): string {
  const totals = totalsOfMembers(members);
  return [formatNumber(totals.clusters), ...subtotals(totals).map(([, , , words]) => words)].join("   ");
}
