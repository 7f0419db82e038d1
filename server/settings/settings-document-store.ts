import "server-only";
import { textAt } from "#lib/kube/field.ts";
import { message } from "#lib/language/text.ts";
import {
  emptySettingsDocument,
  formatSettingsDocument,
  parseSettingsDocument,
  type SettingsDocument,
} from "#lib/user-settings/settings-document.ts";
import type { AccessReviews } from "#server/access/access-reviews.ts";
import type { DocumentStore } from "#server/storage/document-store.ts";
import { type OwnKeeping, ownerKey, ownerLabel, ownTarget } from "#server/storage/own-keeping.ts";

/** Parts of the application that settings need. */
export interface SettingsContext {
  readonly reviews: Pick<AccessReviews, "identityOf">;
  /** Undefined where Almanac has no credential to store settings with. */
  readonly ownKeeping: OwnKeeping | undefined;
}

export const noCredential = message("Almanac has no credential of its own in this garden to keep settings with.");

export function settingsDocumentStore(
  keeping: OwnKeeping,
  owner: string,
  signal: AbortSignal,
): DocumentStore<SettingsDocument> {
  return {
    client: keeping.client,
    target: ownTarget(keeping, "settings", owner),
    signal,
    read(kept) {
      if (kept === undefined) return emptySettingsDocument(owner);
      const book = parseSettingsDocument(textAt(kept, "data", "settings") ?? "");
      // The object's name is a hash, so the owner is stored inside and compared.
      return book?.owner === owner ? book : undefined;
    },
    write: (book) => ({
      labels: { "almanac.garden/settings": "own", [ownerLabel]: ownerKey(owner) },
      data: { settings: formatSettingsDocument(book) },
    }),
  };
}
