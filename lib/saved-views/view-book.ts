import { viewLimits } from "#lib/contract/view-limits.ts";
import { type SavedView, storedViewSchema, type ViewKey, viewKeySchema } from "#lib/contract/views.ts";
import { parseStored } from "#lib/kube/stored-json.ts";
import { isRecord } from "#lib/kube/wire.ts";

/**
 * All views of one place as they are kept. What a newer build has written stays as it came: entries that this build does
 * not know, and fields beside those that it does.
 */
export interface ViewBook {
  readonly entries: readonly unknown[];
  readonly rest: Readonly<Record<string, unknown>>;
}

export const emptyViewBook: ViewBook = { entries: [], rest: {} };

/** Undefined for what is no such book: it is shown to nobody, and not written over. */
export function parseViewBook(text: string): ViewBook | undefined {
  const value = parseStored(text);
  if (!isRecord(value) || !Array.isArray(value.views)) return undefined;
  const { views, ...rest } = value;
  return { entries: views, rest };
}

export function formatViewBook({ entries, rest }: ViewBook): string {
  return JSON.stringify({ ...rest, views: entries });
}

/** The view that an entry is; undefined for one that this build does not know. */
export function viewOfEntry(entry: unknown): SavedView | undefined {
  const parsed = storedViewSchema.safeParse(entry);
  return parsed.success ? parsed.data : undefined;
}

interface ShownViews {
  readonly views: readonly SavedView[];
  /** How many entries are not among them. */
  readonly unshown: number;
}

/** By their names, and no more than may be kept: whoever writes with kubectl is bound by nothing. */
export function shownViews({ entries }: ViewBook): ShownViews {
  const views = entries
    .slice(0, viewLimits.views)
    .flatMap((entry) => viewOfEntry(entry) ?? [])
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
  return { views, unshown: entries.length - views.length };
}

/** The view that the list of clusters opens with. */
export function opensWith({ rest }: ViewBook): ViewKey | undefined {
  const parsed = viewKeySchema.safeParse(rest.opensWith);
  return parsed.success ? parsed.data : undefined;
}
