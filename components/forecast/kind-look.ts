import { clsx } from "clsx";
import type { ForceBucket } from "#lib/forecast/force-range.ts";
import type { ForcedKind } from "#lib/forecast/forced-events.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import type { RiskBar } from "#lib/view/forecast/risk-histogram.ts";

/** A kind of forced change has one hue wherever it is drawn; the word beside it says the same. */
export const kindFill: Readonly<Record<ForcedKind, string>> = {
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

/** The outline of a dead end: red only for now and within 90 days. */
function outlineHue(bucket: ForceBucket): OutlineHue {
  if (bucket === "181d..") return "neutral";
  return bucket === "91d..180d" ? "caution" : "negative";
}

export function deadEndStroke(bucket: ForceBucket): string {
  return `var(--${outlineHue(bucket)}-solid)`;
}

/** What the cluster itself blocks is tinted; a gap in the profile is empty, as the profile is. */
export function deadEndFill(kind: DeadEndKind, bucket: ForceBucket): string {
  return kind === "blocked" ? `var(--${outlineHue(bucket)}-tint)` : "var(--canvas)";
}

/** A look beside the name of a kind; `when` where the look tells how near it is. */
export interface Swatch {
  readonly look: string;
  readonly when?: string;
}

/** How a kind is drawn in these bars, each look once: a dead end is an outline, dashed where only time is missing. */
export function swatchesOf(kind: ForcedKind, bars: readonly Pick<RiskBar, "bucket" | "counts">[]): readonly Swatch[] {
  if (!isDeadEnd(kind)) return [{ look: swatches[kind] }];
  const drawn = bars.filter(({ counts }) => counts[kind] > 0).map(({ bucket }) => outlineHue(bucket));
  const usual = kind === "no-later-version" ? "neutral" : "negative";
  const hues = drawn.length === 0 ? ([usual] as const) : [...new Set(drawn)];
  // Each class stands by itself, or the stylesheet would not have it; wide enough for dashes to be seen.
  const dashed = kind === "no-later-version" && "border-dashed";
  return hues.map((hue) => {
    const { border, tint, when } = outlines[hue];
    return { look: clsx("w-4 border-2", dashed, border, kind === "blocked" && tint), when: text(when) };
  });
}

/** Dead ends are drawn as outlines, which tells them where colours do not. */
export function isDeadEnd(kind: ForcedKind): kind is DeadEndKind {
  return kind !== "patch" && kind !== "image" && kind !== "minor";
}
