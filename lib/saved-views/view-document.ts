import { viewLimits } from "#lib/contract/view-limits.ts";
import { type SavedView, storedViewSchema, type ViewKey, viewKeySchema } from "#lib/contract/views.ts";
import { parseStoredJson } from "#lib/kube/stored-json.ts";
import { isRecord } from "#lib/kube/wire.ts";

/** Stored views of one user or project. Unknown entries and fields of a newer build are kept unchanged. */
export interface ViewDocument {
  readonly entries: readonly unknown[];
  readonly rest: Readonly<Record<string, unknown>>;
}

export const emptyViewDocument: ViewDocument = { entries: [], rest: {} };

/** Parses the stored views of a user or project; undefined if invalid. They are then neither shown nor overwritten. */
export function parseViewDocument(text: string): ViewDocument | undefined {
  const value = parseStoredJson(text);
  if (!isRecord(value) || !Array.isArray(value.views)) return undefined;
  const { views, ...rest } = value;
  return { entries: views, rest };
}

export function formatViewDocument({ entries, rest }: ViewDocument): string {
  return JSON.stringify({ ...rest, views: entries });
}

/** Parses a stored view; undefined if this build does not know its format. */
export function parseViewEntry(entry: unknown): SavedView | undefined {
  const parsed = storedViewSchema.safeParse(entry);
  return parsed.success ? parsed.data : undefined;
}

interface ShownViews {
  readonly views: readonly SavedView[];
  /** Number of stored views that are not included. */
  readonly unshown: number;
}

/** Returns the stored views by name, up to the maximum, which edits with kubectl may exceed. */
export function savedViewsOf({ entries }: ViewDocument): ShownViews {
  const views = entries
    .slice(0, viewLimits.views)
    .flatMap((entry) => parseViewEntry(entry) ?? [])
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
  return { views, unshown: entries.length - views.length };
}

/** Returns the key of the view with which the cluster list opens. */
export function defaultViewKeyOf({ rest }: ViewDocument): ViewKey | undefined {
  const parsed = viewKeySchema.safeParse(rest.opensWith);
  return parsed.success ? parsed.data : undefined;
}
