import type { MouseEvent } from "react";
import { Bar, BarChart, ResponsiveContainer, XAxis, YAxis, type YAxisTickContentProps } from "recharts";
import {
  deadEndFill,
  deadEndStroke,
  forcedChangeFillColors,
  isDeadEnd,
} from "#components/data/fleet-parts/kind-look.ts";
import { useAddressPrefix } from "#components/ui/address/address-prefix-provider.tsx";
import { useOpenPage } from "#components/ui/address/use-open-page.ts";
import type { FleetQuery } from "#lib/fleet/fleet-query.ts";
import type { ForcedTimeBucket } from "#lib/forecast/force-range.ts";
import type { ForcedEventKind } from "#lib/forecast/forced-events.ts";
import {
  clusterListPathOfRiskBar,
  forcedEventKinds,
  type RiskBar,
  riskBarLabel,
} from "#lib/view/forecast/risk-histogram.ts";
import { formatNumber } from "#lib/words/count.ts";

interface RiskChartProps {
  readonly bars: readonly RiskBar[];
  readonly query: FleetQuery;
}

const rowPx = 34;
const axisText = { fill: "var(--secondary)", fontSize: 13 } as const;
const axisPx = 92;
/** Width in px reserved for the number behind the longest bar. */
const totalPx = 64;

/** Bar chart with one row for each period. Each segment of a bar links to the clusters that it counts. */
export function ForcedChangesBarChart({ bars, query }: RiskChartProps) {
  const openPage = useOpenPage();
  const open = (event: MouseEvent, href: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    openPage(href);
  };
  const data = bars.map(({ label, counts }) => ({ label, ...counts }));
  return (
    <ResponsiveContainer width="100%" height={bars.length * rowPx}>
      <BarChart
        data={data}
        layout="vertical"
        margin={{ top: 0, right: totalPx, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <XAxis type="number" hide domain={[0, "dataMax"]} />
        <YAxis
          type="category"
          dataKey="label"
          tick={({ x, y, payload }: YAxisTickContentProps) => (
            // A plain SVG text element: the one of Recharts measures every word, and each measurement forces a layout.
            <text {...axisText} x={Number(x) - axisPx + 8} y={y} dy="0.355em">
              {String(payload.value)}
            </text>
          )}
          axisLine={false}
          tickLine={false}
          interval={0}
          width={axisPx}
        />
        {forcedEventKinds.map((kind) => (
          <Bar
            key={kind}
            dataKey={kind}
            stackId="clusters"
            maxBarSize={18}
            isAnimationActive={false}
            shape={({ x = 0, y = 0, width = 0, height = 0, index }: BarShape) => {
              const bar = bars[index];
              if (bar === undefined) return <g />;
              const isLast = forcedEventKinds.findLast((each) => bar.counts[each] > 0) === kind;
              const choice = { kind, time: bar.time };
              const href = clusterListPathOfRiskBar(query, choice);
              return (
                <g>
                  {bar.counts[kind] > 0 && (
                    <BarLink
                      box={{ x, y, width, height }}
                      kind={kind}
                      bucket={bar.bucket}
                      href={href}
                      label={riskBarLabel(choice, bar.counts[kind])}
                      onOpen={(event) => open(event, href)}
                    />
                  )}
                  {isLast && (
                    <TotalLink bar={bar} at={{ x: x + width, y: y + height / 2 }} query={query} onOpen={open} />
                  )}
                </g>
              );
            }}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}

interface BarShape {
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
  readonly index: number;
}

interface TotalLinkProps {
  readonly bar: RiskBar;
  readonly at: { readonly x: number; readonly y: number };
  readonly query: FleetQuery;
  readonly onOpen: (event: MouseEvent, href: string) => void;
}

/** Total number of clusters at the end of a bar, as a link. */
function TotalLink({ bar: { time, total }, at, query, onOpen }: TotalLinkProps) {
  const prefix = useAddressPrefix();
  const href = clusterListPathOfRiskBar(query, { time });
  return (
    <a
      href={`${prefix}${href}`}
      aria-label={riskBarLabel({ time }, total)}
      onClick={(event) => onOpen(event, href)}
      className="fill-ink outline-none hover:fill-link focus-visible:fill-link focus-visible:underline"
    >
      <rect x={at.x} y={at.y - 12} width={totalPx - 8} height={24} fill="transparent" />
      <text x={at.x + 8} y={at.y} dy="0.355em" fontSize={13} fontWeight={600} fill="inherit">
        {formatNumber(total)}
      </text>
    </a>
  );
}

interface BarLinkProps {
  readonly box: Required<Omit<BarShape, "index">>;
  readonly kind: ForcedEventKind;
  readonly bucket: ForcedTimeBucket;
  readonly href: string;
  readonly label: string;
  readonly onOpen: (event: MouseEvent) => void;
}

/** Smallest width in px at which a segment can be seen and clicked. */
const leastWidthPx = 3;

/** Segment of a bar, as a link. Clusters that cannot be updated (dead ends) are drawn as an outline. */
function BarLink({ box: { x, y, width, height }, kind, bucket, href, label, onOpen }: BarLinkProps) {
  const prefix = useAddressPrefix();
  const outlined = isDeadEnd(kind);
  const inset = outlined ? 1 : 0;
  return (
    <a href={`${prefix}${href}`} aria-label={label} onClick={onOpen} className="group/bar outline-none">
      <title>{label}</title>
      <rect
        x={x + inset}
        y={y + inset}
        width={Math.max(leastWidthPx, width - 1 - 2 * inset)}
        height={height - 2 * inset}
        rx={2}
        fill={outlined ? deadEndFill(kind, bucket) : forcedChangeFillColors[kind]}
        stroke={outlined ? deadEndStroke(bucket) : "var(--canvas)"}
        strokeWidth={outlined ? 1.5 : 1}
        strokeDasharray={kind === "no-later-version" ? "3 2" : undefined}
        className="transition-opacity group-hover/bar:opacity-70 group-focus-visible/bar:stroke-focus group-focus-visible/bar:stroke-3"
      />
    </a>
  );
}
