/** Hues of the UI by meaning: green good, blue in progress, violet new, amber aging, red bad, grey unknown. */
export type Hue = "positive" | "info" | "notice" | "caution" | "negative" | "neutral";

export const hueSolidTextClasses: Readonly<Record<Hue, string>> = {
  positive: "text-positive-solid",
  info: "text-info-solid",
  notice: "text-notice-solid",
  caution: "text-caution-solid",
  negative: "text-negative-solid",
  neutral: "text-neutral-solid",
};

export const hueTextClasses: Readonly<Record<Hue, string>> = {
  positive: "text-positive-text",
  info: "text-info-text",
  notice: "text-notice-text",
  caution: "text-caution-text",
  negative: "text-negative-text",
  neutral: "text-neutral-text",
};

export const hueTintClasses: Readonly<Record<Hue, string>> = {
  positive: "bg-positive-tint",
  info: "bg-info-tint",
  notice: "bg-notice-tint",
  caution: "bg-caution-tint",
  negative: "bg-negative-tint",
  neutral: "bg-neutral-tint",
};

export const hueBorderClasses: Readonly<Record<Hue, string>> = {
  positive: "border-positive-border",
  info: "border-info-border",
  notice: "border-notice-border",
  caution: "border-caution-border",
  negative: "border-negative-border",
  neutral: "border-neutral-border",
};

export const hueFillClasses: Readonly<Record<Hue, string>> = {
  positive: "bg-positive-solid",
  info: "bg-info-solid",
  notice: "bg-notice-solid",
  caution: "bg-caution-solid",
  negative: "bg-negative-solid",
  neutral: "bg-neutral-solid",
};
