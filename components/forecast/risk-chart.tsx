"use client";

import { useRouter } from "next/navigation";
import type { MouseEvent } from "react";
import {
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  XAxis,
  type XAxisTickContentProps,
  YAxis,
  type YAxisTickContentProps,
} from "recharts";
import type { FleetQuery } from "#lib/fleet/fleet-query.ts";
import type { ForcedKind } from "#lib/forecast/forced-events.ts";
import { barWords, forcedKinds, listBehind, type RiskBar } from "#lib/view/forecast/risk-histogram.ts";
import { formatNumber } from "#lib/words/count.ts";
import { isDeadEnd, kindFill } from "./kind-look.ts";

interface RiskChartProps {
  readonly bars: readonly RiskBar[];
  readonly query: FleetQuery;
}

export const riskChartHeightPx = 240;
const axisText = { fill: "var(--tertiary)", fontSize: 12 } as const;
const axisPx = 52;

/** The drawing of the histogram. Every bar is a link to the clusters that it counts. */
export function RiskChart({ bars, query }: RiskChartProps) {
  const router = useRouter();
  const open = (event: MouseEvent, href: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    router.push(href);
  };
  const data = bars.map(({ bucket, label, counts }) => ({ bucket, label, ...counts }));
  return (
    <ResponsiveContainer width="100%" height={riskChartHeightPx}>
      <BarChart data={data} margin={{ top: 12, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <defs>
          {/* Dead ends are told by their stripes where colours are not. */}
          <pattern id={stripesId} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="2" height="6" fill="var(--canvas)" opacity="0.65" />
          </pattern>
        </defs>
        <CartesianGrid vertical={false} stroke="var(--hairline)" />
        <XAxis
          dataKey="label"
          tick={(tick: XAxisTickContentProps) => <TickText {...tick}>{String(tick.payload.value)}</TickText>}
          stroke="var(--control)"
          tickLine={false}
          interval={0}
          height={40}
        />
        <YAxis
          allowDecimals={false}
          tick={(tick: YAxisTickContentProps) => (
            <TickText {...tick}>{formatNumber(Number(tick.payload.value))}</TickText>
          )}
          stroke="var(--control)"
          tickLine={false}
          interval={0}
          width={axisPx}
        />
        <text {...axisText} x="50%" dx={axisPx / 2} y={riskChartHeightPx - 4} textAnchor="middle">
          days from now
        </text>
        {forcedKinds.map((kind) => (
          <Bar
            key={kind}
            dataKey={kind}
            stackId="clusters"
            maxBarSize={88}
            isAnimationActive={false}
            shape={({ x = 0, y = 0, width = 0, height = 0, index }: BarShape) => {
              const bar = bars[index];
              if (bar === undefined || bar.counts[kind] === 0) return <g />;
              const choice = { kind, time: bar.bucket };
              const href = listBehind(query, choice);
              return (
                <BarLink
                  box={{ x, y, width, height }}
                  kind={kind}
                  href={href}
                  label={barWords(choice, bar.counts[kind])}
                  onOpen={(event) => open(event, href)}
                />
              );
            }}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}

interface TickTextProps {
  readonly x: number | string;
  readonly y: number | string;
  readonly textAnchor: "start" | "middle" | "end" | "inherit";
  readonly verticalAnchor: "start" | "middle" | "end";
  readonly children: string;
}

/**
 * The text at a tick. Recharts' own measures every word to break long ones, and each measurement lays the page out: at
 * every change of the filters, a hundred milliseconds with ten thousand clusters.
 */
function TickText({ x, y, textAnchor, verticalAnchor, children }: TickTextProps) {
  return (
    <text {...axisText} x={x} y={y} dy={verticalAnchor === "start" ? "0.71em" : "0.355em"} textAnchor={textAnchor}>
      {children}
    </text>
  );
}

interface BarShape {
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
  readonly index: number;
}

interface BarLinkProps {
  readonly box: Required<Omit<BarShape, "index">>;
  readonly kind: ForcedKind;
  readonly href: string;
  readonly label: string;
  readonly onOpen: (event: MouseEvent) => void;
}

const stripesId = "dead-end-stripes";

/** However small the share, it can be seen and hit. */
const leastHeightPx = 3;

function BarLink({ box: { x, y, width, height }, kind, href, label, onOpen }: BarLinkProps) {
  const tall = Math.max(leastHeightPx, height - 1);
  return (
    <a href={href} aria-label={label} onClick={onOpen} className="group/bar outline-none">
      <title>{label}</title>
      <rect
        x={x}
        y={y + height - tall}
        width={width}
        height={tall}
        fill={kindFill[kind]}
        stroke="var(--canvas)"
        strokeWidth={1}
        className="transition-opacity group-hover/bar:opacity-80 group-focus-visible/bar:stroke-focus group-focus-visible/bar:stroke-3"
      />
      {isDeadEnd(kind) && (
        <rect
          x={x}
          y={y + height - tall}
          width={width}
          height={tall}
          fill={`url(#${stripesId})`}
          className="pointer-events-none"
        />
      )}
    </a>
  );
}
