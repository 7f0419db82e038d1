import type { ActPreview } from "#lib/contract/act.ts";

/** Sections of a preview, named as on the page, with the fields that each shows. */
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
export type ActPreviewSection = (typeof parts)[number][0];

/**
 * Returns the sections in which a newer preview differs from the one that the user has read. A different
 * resourceVersion, time or hash does not count, because the status of a Shoot changes all the time.
 */
export function changedPreviewSections(read: ActPreview, now: ActPreview): readonly ActPreviewSection[] {
  const differs = (key: keyof ActPreview) => read.uid !== now.uid || stableText(read[key]) !== stableText(now[key]);
  return parts.filter(([, keys]) => keys.some(differs)).map(([part]) => part);
}

/** JSON of a value, independent of the order of keys. */
function stableText(value: unknown): string {
  return JSON.stringify(value, (_, held: unknown) =>
    typeof held === "object" && held !== null && !Array.isArray(held)
      ? Object.fromEntries(Object.entries(held).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : held,
  );
}
