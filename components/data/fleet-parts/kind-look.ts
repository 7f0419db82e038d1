import { clsx } from "clsx";
import type { ForcedTimeBucket } from "#lib/forecast/force-range.ts";
import type { ForcedEventKind } from "#lib/forecast/forced-events.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import type { RiskBar } from "#lib/view/forecast/risk-histogram.ts";

/** Fill colour in charts for each kind of forced change. A text beside the colour always says the same. */
export const forcedChangeFillColors: Readonly<Record<ForcedEventKind, string>> = {
  patch: "var(--info-solid)",
  image: "var(--notice-solid)",
  minor: "var(--caution-solid)",
  blocked: "var(--negative-solid)",
  gap: "var(--negative-solid)",
  "no-later-version": "var(--neutral-solid)",
};

const swatches: Readonly<Record<Exclude<ForcedEventKind, DeadEndKind>, string>> = {
  patch: "bg-info-solid",
  image: "bg-notice-solid",
  minor: "bg-caution-solid",
};

type DeadEndKind = "blocked" | "gap" | "no-later-version";
type OutlineHue = "negative" | "caution" | "neutral";

interface OutlineLook {
  readonly border: string;
  readonly tint: string;
  readonly when: Message;
}

const outlines: Readonly<Record<OutlineHue, OutlineLook>> = {
  negative: { border: "border-negative-solid", tint: "bg-negative-tint", when: message("within 90 days") },
  caution: { border: "border-caution-solid", tint: "bg-caution-tint", when: message("in 91 to 180 days") },
  neutral: { border: "border-neutral-solid", tint: "bg-neutral-tint", when: message("in more than 180 days") },
};

/** Returns the hue for the outline of a dead end (a forced update that cannot succeed): red if within 90 days. */
function outlineHue(bucket: ForcedTimeBucket): OutlineHue {
  if (bucket === "181d..") return "neutral";
  return bucket === "91d..180d" ? "caution" : "negative";
}

export function deadEndStroke(bucket: ForcedTimeBucket): string {
  return `var(--${outlineHue(bucket)}-solid)`;
}

/** Fill colour of a dead end: tinted if the cluster prevents the update, none if the profile lacks a version. */
export function deadEndFill(kind: DeadEndKind, bucket: ForcedTimeBucket): string {
  return kind === "blocked" ? `var(--${outlineHue(bucket)}-tint)` : "var(--canvas)";
}

/** Legend symbol of a kind of forced change; `when` is set if the symbol depends on the time. */
export interface ChartLegendSymbol {
  readonly look: string;
  readonly when?: string;
}

/** Legend symbols of a kind of forced change. Dead ends are outlines, dashed if only a later version is missing. */
export function legendSymbolsOfKind(
  kind: ForcedEventKind,
  bars: readonly Pick<RiskBar, "bucket" | "counts">[],
): readonly ChartLegendSymbol[] {
  if (!isDeadEnd(kind)) return [{ look: swatches[kind] }];
  const drawn = bars.filter(({ counts }) => counts[kind] > 0).map(({ bucket }) => outlineHue(bucket));
  const usual = kind === "no-later-version" ? "neutral" : "negative";
  const hues = drawn.length === 0 ? ([usual] as const) : [...new Set(drawn)];
  // The class names are written in full, because Tailwind finds them by searching the source code.
  const dashed = kind === "no-later-version" && "border-dashed";
  return hues.map((hue) => {
    const { border, tint, when } = outlines[hue];
    return { look: clsx("w-4 border-2", dashed, border, kind === "blocked" && tint), when: text(when) };
  });
}

/** Whether a kind of forced change is a dead end, drawn as an outline in charts to be recognisable without colours. */
export function isDeadEnd(kind: ForcedEventKind): kind is DeadEndKind {
  return kind !== "patch" && kind !== "image" && kind !== "minor";
}
