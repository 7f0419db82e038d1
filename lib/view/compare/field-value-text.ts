import { isRecord } from "#lib/kube/wire.ts";
import { text } from "#lib/language/text.ts";

const longestShown = 600;

/** Text of a field's value as it is written in YAML or JSON. */
export function fieldValueText(value: unknown): string {
  if (typeof value === "string") return value === "" ? '""' : value;
  if (Array.isArray(value) && value.length > 0 && value.every((item) => !isRecord(item) && !Array.isArray(item)))
    return value.map(String).join(", ");
  return JSON.stringify(value) ?? "";
}

/** The beginning of a long text, with its length. */
export function shortenedText(value: string): string {
  if (value.length <= longestShown) return value;
  return text("{start}… ({length} characters)", { start: value.slice(0, longestShown), length: value.length });
}
