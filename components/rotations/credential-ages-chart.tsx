import { memo } from "react";
import {
  Bar,
  BarChart,
  Cell,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from "recharts";
import { useOpenPage } from "#components/ui/address/use-open-page.ts";
import { ChartTooltip } from "#components/ui/chart-tooltip.tsx";
import { useTurnAfterPaints } from "#components/ui/state/use-turn-after-paints.ts";
import { type FleetQuery, formatFleetQuery } from "#lib/fleet/fleet-query.ts";
import { text } from "#lib/language/text.ts";
import { type AgeBin, ageBinLabel, type FamilyAges, queryOfAgeBin } from "#lib/view/rotations/credential-ages.ts";

interface CredentialAgesChartProps {
  readonly ages: FamilyAges;
  readonly query: FleetQuery;
  /** Place of the chart among those of the page, from 0; they are rendered one after the other. */
  readonly place: number;
}

/** Ages in days at which the axis has a label. */
const ticks = [90, 180, 365, 540, 720] as const;

/**
 * Chart of clusters by the age of one credential, with a line at the recommended interval. Hidden from screen readers,
 * because the table on the same card has the same numbers as links. The page renders every minute, the chart only when
 * a number changes: rendering it again costs as much as mounting it.
 */
export const CredentialAgesChart = memo(function CredentialAgesChart({
  ages: { bins, due },
  query,
  place,
}: CredentialAgesChartProps) {
  const openPage = useOpenPage();
  const isDue = useTurnAfterPaints(place);
  if (!isDue) return null;
  const data = bins.map(({ fromDays, clusters }) => ({ middle: fromDays + 15, clusters }));
  return (
    <div aria-hidden className="h-full forced-color-adjust-none">
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={data} margin={{ top: 4, right: 4, bottom: 0, left: 4 }} accessibilityLayer={false}>
          <XAxis
            type="number"
            dataKey="middle"
            domain={[0, 750]}
            ticks={[...ticks]}
            interval={0}
            height={16}
            tickLine={false}
            axisLine={{ stroke: "var(--hairline)" }}
            tick={{ fill: "var(--secondary)", fontSize: 11 }}
            tickFormatter={(days: number) => text("{days, number} d", { days })}
          />
          <YAxis hide domain={[0, "dataMax"]} />
          <ReferenceLine x={due.fromDays} stroke="var(--ink)" strokeDasharray="3 2" />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: "var(--hover)" }}
            content={(shown) => <BinTooltip shown={shown} bins={bins} />}
          />
          <Bar
            dataKey="clusters"
            minPointSize={(value) => (Number(value) > 0 ? 2 : 0)}
            isAnimationActive={false}
            className="cursor-pointer"
            onClick={(_, index) => {
              const bin = bins[index];
              if (bin !== undefined) openPage(`/clusters${formatFleetQuery(queryOfAgeBin(query, bin))}`);
            }}
          >
            {bins.map(({ fromDays }) => (
              <Cell key={fromDays} fill={fillOf(fromDays, due.fromDays)} />
            ))}
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}, hasSameNumbers);

function hasSameNumbers(before: CredentialAgesChartProps, after: CredentialAgesChartProps): boolean {
  const numbersOf = ({ bins }: FamilyAges) => bins.map(({ clusters }) => clusters).join();
  return before.query === after.query && numbersOf(before.ages) === numbersOf(after.ages);
}

/** Returns the colour for an age: green within the recommended interval, amber above it, red above a year. */
function fillOf(fromDays: number, recommended: number): string {
  if (fromDays < recommended) return "var(--positive-solid)";
  return fromDays < 360 ? "var(--caution-solid)" : "var(--negative-solid)";
}

interface BinTooltipProps {
  readonly shown: Pick<TooltipContentProps, "active" | "label">;
  readonly bins: readonly AgeBin[];
}

function BinTooltip({ shown: { active, label }, bins }: BinTooltipProps) {
  const bin = bins.find(({ fromDays }) => fromDays + 15 === label);
  if (!active || bin === undefined) return null;
  return (
    <ChartTooltip
      title={text("{age}: {clusters, plural, one {# cluster} other {# clusters}}", {
        age: ageBinLabel(bin),
        clusters: bin.clusters,
      })}
    />
  );
}
