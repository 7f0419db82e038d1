"use client";

import { useRouter } from "next/navigation";
import type { MouseEvent } from "react";
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, XAxis, YAxis } from "recharts";
import type { FleetQuery } from "#lib/view/fleet-query.ts";
import type { ForcedKind } from "#lib/view/forecast/forced-events.ts";
import { barWords, forcedKinds, listBehind, type RiskBar } from "#lib/view/forecast/risk-histogram.ts";
import { kindFill } from "./kind-look.ts";

interface RiskChartProps {
  readonly bars: readonly RiskBar[];
  readonly query: FleetQuery;
}

export const riskChartHeightPx = 240;
const axisText = { fill: "var(--tertiary)", fontSize: 12 } as const;

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
    <ResponsiveContainer
      width="100%"
      height={riskChartHeightPx}
      initialDimension={{ width: 640, height: riskChartHeightPx }}
    >
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
          tick={axisText}
          stroke="var(--control)"
          tickLine={false}
          interval={0}
          height={40}
          label={{ value: "days from now", position: "insideBottom", offset: 2, ...axisText }}
        />
        <YAxis allowDecimals={false} tick={axisText} stroke="var(--control)" tickLine={false} width={44} />
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
      {kind === "deadend" && (
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
