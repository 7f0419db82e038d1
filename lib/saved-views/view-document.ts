import { viewLimits } from "#lib/contract/view-limits.ts";
import { type SavedView, storedViewSchema, type ViewKey, viewKeySchema } from "#lib/contract/views.ts";
import { parseStored } from "#lib/kube/stored-json.ts";
import { isRecord } from "#lib/kube/wire.ts";

/** All views of one place as stored. Unknown entries and fields of a newer build are kept unchanged. */
export interface ViewDocument {
  readonly entries: readonly unknown[];
  readonly rest: Readonly<Record<string, unknown>>;
}

export const emptyViewDocument: ViewDocument = { entries: [], rest: {} };

/** Parses a book; undefined if invalid, in which case it is neither shown nor overwritten. */
export function parseViewDocument(text: string): ViewDocument | undefined {
  const value = parseStored(text);
  if (!isRecord(value) || !Array.isArray(value.views)) return undefined;
  const { views, ...rest } = value;
  return { entries: views, rest };
}

export function formatViewDocument({ entries, rest }: ViewDocument): string {
  return JSON.stringify({ ...rest, views: entries });
}

/** Parses an entry; undefined when this build does not know its format. */
export function parseViewEntry(entry: unknown): SavedView | undefined {
  const parsed = storedViewSchema.safeParse(entry);
  return parsed.success ? parsed.data : undefined;
}

interface ShownViews {
  readonly views: readonly SavedView[];
  /** Number of entries that are not included. */
  readonly unshown: number;
}

/** Returns the views by name, up to the maximum, which writes with kubectl may exceed. */
export function shownViews({ entries }: ViewDocument): ShownViews {
  const views = entries
    .slice(0, viewLimits.views)
    .flatMap((entry) => parseViewEntry(entry) ?? [])
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
  return { views, unshown: entries.length - views.length };
}

/** Returns the view with which the list of clusters opens. */
export function opensWith({ rest }: ViewDocument): ViewKey | undefined {
  const parsed = viewKeySchema.safeParse(rest.opensWith);
  return parsed.success ? parsed.data : undefined;
}
