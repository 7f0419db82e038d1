import { viewLimits } from "#lib/contract/view-limits.ts";
import { type SavedView, storedViewSchema, type ViewKey, viewKeySchema } from "#lib/contract/views.ts";
import { type EntryDocument, type EntryKind, entryParser } from "#lib/stored-entries/entry-document.ts";

/** How views are stored, each as an entry of a list. */
export const viewEntries: EntryKind<SavedView> = {
  list: "views",
  most: viewLimits.views,
  parse: entryParser(storedViewSchema),
};

/** Returns the key of the view with which the cluster list opens. */
export function defaultViewKeyOf({ rest }: EntryDocument): ViewKey | undefined {
  const parsed = viewKeySchema.safeParse(rest.opensWith);
  return parsed.success ? parsed.data : undefined;
}
