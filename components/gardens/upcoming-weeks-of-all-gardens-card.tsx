import { clsx } from "clsx";
import { Card } from "#components/ui/card.tsx";
import { text } from "#lib/language/text.ts";
import {
  type CountsOfGarden,
  type ForcedWeekAcrossGardens,
  forcedWeeksAcrossGardens,
  type GardenClusterCount,
} from "#lib/view/gardens/across-gardens.ts";
import { utcClock, wallClockTimeOf } from "#lib/words/clock.ts";
import { formatNumber } from "#lib/words/count.ts";
import { GardenLink } from "./garden-link.tsx";

interface WeeksAcrossProps {
  readonly reports: readonly CountsOfGarden[];
  readonly search: string;
}

const stripes =
  "bg-[repeating-linear-gradient(135deg,var(--caution-solid)_0_2px,transparent_2px_4px)] border border-caution-solid";
/** Fill patterns that distinguish gardens without colour; the name of the garden is always beside them. */
const fills = ["bg-caution-solid", stripes, "border border-caution-solid"] as const;

/** Card with the number of forced version changes in each of the next twelve weeks, by garden. */
export function UpcomingWeeksOfAllGardensCard({ reports, search }: WeeksAcrossProps) {
  const { overdue, weeks } = forcedWeeksAcrossGardens(reports, search);
  const most = Math.max(1, ...weeks.map(({ total }) => total));
  const fillOf = (garden: string) => fills[reports.findIndex((each) => each.garden === garden) % fills.length];
  return (
    <Card id="weeks" title={text("Next twelve weeks")} flush>
      <p className="px-4 pt-2 text-sm text-pretty text-secondary">
        {text("Clusters by the week in which they are forced or get stuck first")}
      </p>
      {overdue.length > 0 && (
        <p className="flex flex-wrap gap-x-4 px-4 text-sm">
          {overdue.map(({ garden, count, href }) => (
            <GardenLink key={garden} garden={garden} href={href}>
              {text("{clusters, plural, one {# cluster} other {# clusters}} overdue in {garden}", {
                clusters: count,
                garden,
              })}
            </GardenLink>
          ))}
        </p>
      )}
      <ol className="mt-2 divide-y divide-hairline border-t border-hairline">
        {weeks.map((week, place) => (
          <Week key={week.fromAt} week={week} isFirst={place === 0} most={most} fillOf={fillOf} />
        ))}
      </ol>
    </Card>
  );
}

interface WeekProps {
  readonly week: ForcedWeekAcrossGardens;
  readonly isFirst: boolean;
  /** Largest number of clusters in any week, which gets the full height. */
  readonly most: number;
  readonly fillOf: (garden: string) => string | undefined;
}

function Week({ week: { fromAt, total, parts }, isFirst, most, fillOf }: WeekProps) {
  const { day = "", month = "" } = wallClockTimeOf(fromAt, utcClock) ?? {};
  return (
    <li className="grid grid-cols-[4.5rem_minmax(0,1fr)_3rem] items-baseline gap-x-2 px-4 py-1.5 text-sm">
      <span className={clsx("truncate", isFirst ? "font-medium text-ink" : "text-secondary")}>
        {isFirst ? text("This week") : text("{day} {month}", { day, month })}
      </span>
      <span className="min-w-0">
        <Bar parts={parts} share={total / most} fillOf={fillOf} />
        <span className="flex flex-wrap gap-x-3">
          {parts.map(({ garden, count, href }) => (
            <GardenLink key={garden} garden={garden} href={href}>
              <Swatch fill={fillOf(garden)} />
              {garden} {formatNumber(count)}
            </GardenLink>
          ))}
        </span>
      </span>
      <span className={clsx("text-right tabular-nums", total === 0 ? "text-tertiary" : "font-semibold")}>
        {total === 0 ? <span aria-hidden>–</span> : formatNumber(total)}
        <span className="sr-only"> {total === 0 ? text("none forced or stuck") : text("forced or stuck")}</span>
      </span>
    </li>
  );
}

interface BarProps {
  readonly parts: readonly GardenClusterCount[];
  readonly share: number;
  readonly fillOf: (garden: string) => string | undefined;
}

function Bar({ parts, share, fillOf }: BarProps) {
  if (parts.length === 0) return null;
  return (
    <span aria-hidden className="flex h-2 gap-0.5" style={{ width: `${share * 100}%`, minWidth: 4 * parts.length }}>
      {parts.map(({ garden, count }) => (
        <span
          key={garden}
          data-graphic
          className={clsx("min-w-1 rounded-tag forced-color-adjust-none", fillOf(garden))}
          style={{ flexGrow: count, flexBasis: 0 }}
        />
      ))}
    </span>
  );
}

function Swatch({ fill }: { readonly fill: string | undefined }) {
  return (
    <span aria-hidden data-graphic className={clsx("size-2 shrink-0 rounded-tag forced-color-adjust-none", fill)} />
  );
}
