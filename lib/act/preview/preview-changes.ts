import type { ActPreview } from "#lib/contract/act.ts";

/** The parts of a preview as the screen names them. */
const parts = [
  ["sentence", ["sentence", "decision", "reasons", "hints"]],
  ["when", ["when"]],
  ["nodes", ["pools"]],
  ["changes", ["changes"]],
  ["checks", ["checks"]],
  ["afterwards", ["afterwards"]],
  ["request", ["request"]],
  ["dryRun", ["dryRun"]],
  ["consent", ["friction"]],
] as const satisfies readonly (readonly [string, readonly (keyof ActPreview)[]])[];
export type PreviewPart = (typeof parts)[number][0];

/**
 * What a newer preview says otherwise than the one that the person has read. Another resourceVersion, another moment
 * and the name that follows from them are no difference: a Shoot's status is written all the time.
 */
export function changedParts(read: ActPreview, now: ActPreview): readonly PreviewPart[] {
  const differs = (key: keyof ActPreview) => read.uid !== now.uid || stableText(read[key]) !== stableText(now[key]);
  return parts.filter(([, keys]) => keys.some(differs)).map(([part]) => part);
}

/** The text of a value in which the order of keys does not matter. */
function stableText(value: unknown): string {
  return JSON.stringify(value, (_, held: unknown) =>
    typeof held === "object" && held !== null && !Array.isArray(held)
      ? Object.fromEntries(Object.entries(held).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : held,
  );
}
