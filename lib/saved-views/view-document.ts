import { viewLimits } from "#lib/contract/view-limits.ts";
import { type SavedView, storedViewSchema, type ViewKey, viewKeySchema } from "#lib/contract/views.ts";
import type { EntryDocument, EntryKind } from "#lib/stored-entries/entry-document.ts";

/** How views are stored, each as an entry of a list. */
export const viewEntries: EntryKind<SavedView> = {
  list: "views",
  most: viewLimits.views,
  parse(entry) {
    const parsed = storedViewSchema.safeParse(entry);
    return parsed.success ? parsed.data : undefined;
  },
};

/** Returns the key of the view with which the cluster list opens. */
export function defaultViewKeyOf({ rest }: EntryDocument): ViewKey | undefined {
  const parsed = viewKeySchema.safeParse(rest.opensWith);
  return parsed.success ? parsed.data : undefined;
}
