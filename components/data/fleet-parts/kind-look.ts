import { clsx } from "clsx";
import type { ForceBucket } from "#lib/forecast/force-range.ts";
import type { ForcedKind } from "#lib/forecast/forced-events.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import type { RiskBar } from "#lib/view/forecast/risk-histogram.ts";

/** Fill of each kind of forced change, the same everywhere; a word beside it says the same. */
export const forcedChangeColor: Readonly<Record<ForcedKind, string>> = {
  patch: "var(--info-solid)",
  image: "var(--notice-solid)",
  minor: "var(--caution-solid)",
  blocked: "var(--negative-solid)",
  gap: "var(--negative-solid)",
  "no-later-version": "var(--neutral-solid)",
};

const swatches: Readonly<Record<Exclude<ForcedKind, DeadEndKind>, string>> = {
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

/** Returns the hue of a dead end's outline: red only for now and within 90 days. */
function outlineHue(bucket: ForceBucket): OutlineHue {
  if (bucket === "181d..") return "neutral";
  return bucket === "91d..180d" ? "caution" : "negative";
}

export function deadEndStroke(bucket: ForceBucket): string {
  return `var(--${outlineHue(bucket)}-solid)`;
}

/** Returns the fill of a dead end: tinted if the cluster itself blocks the update, empty for a gap in the profile. */
export function deadEndFill(kind: DeadEndKind, bucket: ForceBucket): string {
  return kind === "blocked" ? `var(--${outlineHue(bucket)}-tint)` : "var(--canvas)";
}

/** Legend symbol of a kind; `when` is set where the symbol depends on the time. */
export interface Swatch {
  readonly look: string;
  readonly when?: string;
}

/** Returns a kind's symbols in these bars. Dead ends are outlines, dashed if only a later version is missing. */
export function swatchesOf(kind: ForcedKind, bars: readonly Pick<RiskBar, "bucket" | "counts">[]): readonly Swatch[] {
  if (!isDeadEnd(kind)) return [{ look: swatches[kind] }];
  const drawn = bars.filter(({ counts }) => counts[kind] > 0).map(({ bucket }) => outlineHue(bucket));
  const usual = kind === "no-later-version" ? "neutral" : "negative";
  const hues = drawn.length === 0 ? ([usual] as const) : [...new Set(drawn)];
  // Complete class names, which the stylesheet generator needs; wide enough for dashes to be visible.
  const dashed = kind === "no-later-version" && "border-dashed";
  return hues.map((hue) => {
    const { border, tint, when } = outlines[hue];
    return { look: clsx("w-4 border-2", dashed, border, kind === "blocked" && tint), when: text(when) };
  });
}

/** Whether a kind is a dead end. Those are drawn as outlines, recognisable without colours. */
export function isDeadEnd(kind: ForcedKind): kind is DeadEndKind {
  return kind !== "patch" && kind !== "image" && kind !== "minor";
}
