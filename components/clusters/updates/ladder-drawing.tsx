"use client";

import { clsx } from "clsx";
import { useXAxisScale, useYAxisScale } from "recharts";
import type { LadderLane, Riser, RiserLook, Stop, Tread } from "#lib/view/ladder/ladder-lane.ts";

/** Pixels of an instant and of a level. */
interface Scales {
  readonly x: (at: number) => number;
  readonly y: (level: number) => number;
}

const leastBandPx = 4;
const capPx = 7;

/** Colours give way to the system's own where a person has forced them; the shape of each line says what it is. */
const lineOf: Readonly<Record<RiserLook, string>> = {
  "auto-patch": "stroke-info-solid",
  "auto-image": "stroke-info-solid",
  forced: "stroke-caution-solid",
};

/** The lines, bands and caps of one lane, in the coordinates of the chart around it. */
export function LadderDrawing({ lane, faded = false }: { readonly lane: LadderLane; readonly faded?: boolean }) {
  const [toX, toY] = [useXAxisScale(), useYAxisScale()];
  if (!toX || !toY) return null;
  const scales: Scales = { x: (at) => toX(at) ?? 0, y: (level) => toY(level) ?? 0 };
  return (
    <g className={clsx("forced-colors:stroke-[CanvasText]", faded && "opacity-45 grayscale")}>
      {lane.risers.map((riser) => (
        <RiserMark key={`${riser.fromAt} ${riser.fromLevel} ${riser.toLevel}`} riser={riser} scales={scales} />
      ))}
      {lane.treads.map((tread) => (
        <TreadLine key={`${tread.fromAt} ${tread.level}`} tread={tread} scales={scales} faded={faded} />
      ))}
      {lane.stops.map((stop) => (
        <StopMark key={`${stop.fromAt} ${stop.level}`} stop={stop} scales={scales} />
      ))}
    </g>
  );
}

interface TreadProps {
  readonly tread: Tread;
  readonly scales: Scales;
  readonly faded: boolean;
}

function TreadLine({ tread, scales: { x, y }, faded }: TreadProps) {
  const [x1, x2, level] = [x(tread.fromAt), x(tread.untilAt), y(tread.level)];
  if (!(x2 > x1)) return null;
  const dots = tread.conditional ? "1 4" : faded ? "5 3" : undefined;
  return (
    <line
      {...{ x1, x2, y1: level, y2: level }}
      strokeWidth={2}
      strokeLinecap="round"
      {...(dots && { strokeDasharray: dots })}
      className="stroke-ink forced-colors:stroke-[CanvasText]"
    />
  );
}

function RiserMark({ riser, scales: { x, y } }: { readonly riser: Riser; readonly scales: Scales }) {
  const [from, until] = [x(riser.fromAt), x(riser.untilAt)];
  const width = Math.max(leastBandPx, until - from);
  const left = from + (until - from - width) / 2;
  const [bottom, top] = [y(riser.fromLevel), y(riser.toLevel)];
  const middle = left + width / 2;
  const colour = clsx(lineOf[riser.look], "forced-colors:stroke-[CanvasText]");
  const dots = riser.conditional ? "1 4" : riser.look === "forced" ? "6 4" : undefined;
  const offsets = riser.look === "auto-image" ? [-2, 2] : [0];
  return (
    <g>
      <rect
        x={left}
        y={Math.min(top, bottom)}
        width={width}
        height={Math.abs(bottom - top)}
        fillOpacity={0.18}
        strokeOpacity={0.55}
        strokeWidth={0.75}
        className={clsx(colour, riser.look === "forced" ? "fill-caution-solid" : "fill-info-solid")}
      />
      {offsets.map((offset) => (
        <line
          key={offset}
          x1={middle + offset}
          x2={middle + offset}
          y1={bottom}
          y2={top}
          strokeWidth={riser.look === "forced" ? 2.25 : 1.75}
          {...(dots && { strokeDasharray: dots, strokeLinecap: riser.conditional ? "round" : "butt" })}
          className={colour}
        />
      ))}
    </g>
  );
}

/** An octagon of this radius around a point. */
function octagon(cx: number, cy: number, radius: number): string {
  return Array.from({ length: 8 }, (_, corner) => {
    const angle = (Math.PI / 4) * corner + Math.PI / 8;
    return `${cx + radius * Math.cos(angle)},${cy + radius * Math.sin(angle)}`;
  }).join(" ");
}

/** A dead end: a cap above the line where it should have left, and dots for as long as something is missing. */
function StopMark({ stop, scales: { x, y } }: { readonly stop: Stop; readonly scales: Scales }) {
  const [from, by, until, level] = [x(stop.fromAt), x(stop.byAt), x(stop.untilAt), y(stop.level)];
  const width = Math.max(leastBandPx, by - from);
  const middle = from + width / 2;
  const cap = level - 12;
  const missing = { x1: by, x2: until, y1: level, y2: level };
  const red = "stroke-negative-solid forced-colors:stroke-[CanvasText]";
  return (
    <g>
      <rect
        x={from}
        y={cap}
        width={width}
        height={level - cap}
        fillOpacity={0.2}
        strokeWidth={0}
        className="fill-negative-solid"
      />
      {until > by && (
        <>
          <line {...missing} strokeWidth={4} className="stroke-canvas forced-colors:stroke-[Canvas]" />
          <line {...missing} strokeWidth={2.5} strokeDasharray="1 5" strokeLinecap="round" className={red} />
        </>
      )}
      <line x1={middle} x2={middle} y1={level} y2={cap} strokeWidth={2} className={red} />
      <line x1={middle - capPx} x2={middle + capPx} y1={cap} y2={cap} strokeWidth={2.5} className={red} />
      <polygon
        points={octagon(middle, level, 6)}
        strokeWidth={1.5}
        className="fill-negative-solid stroke-canvas forced-colors:fill-[CanvasText] forced-colors:stroke-[Canvas]"
      />
    </g>
  );
}
