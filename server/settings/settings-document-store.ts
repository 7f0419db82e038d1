import "server-only";
import { stringAt } from "#lib/kube/field.ts";
import { message } from "#lib/language/text.ts";
import {
  emptySettingsDocument,
  formatSettingsDocument,
  parseSettingsDocument,
  type SettingsDocument,
} from "#lib/user-settings/settings-document.ts";
import type { AccessReviews } from "#server/access/access-reviews.ts";
import type { DocumentStore } from "#server/storage/document-store.ts";
import {
  hashOwnerName,
  ownerLabel,
  type PersonalDataStorage,
  personalConfigMapTarget,
} from "#server/storage/own-keeping.ts";

/** Services that user settings need. */
export interface SettingsContext {
  readonly reviews: Pick<AccessReviews, "identityOf">;
  /** Undefined where Almanac has no credential of its own to store settings with. */
  readonly ownKeeping: PersonalDataStorage | undefined;
}

export const noSettingsStorageMessage = message(
  "Almanac has no credential of its own in this garden to keep settings with.",
);

export function settingsDocumentStore(
  keeping: PersonalDataStorage,
  owner: string,
  signal: AbortSignal,
): DocumentStore<SettingsDocument> {
  return {
    client: keeping.client,
    target: personalConfigMapTarget(keeping, "settings", owner),
    signal,
    read(kept) {
      if (kept === undefined) return emptySettingsDocument(owner);
      const book = parseSettingsDocument(stringAt(kept, "data", "settings") ?? "");
      // The ConfigMap's name contains only a hash of the user's name, so the name is stored inside and compared.
      return book?.owner === owner ? book : undefined;
    },
    write: (book) => ({
      labels: { "almanac.garden/settings": "own", [ownerLabel]: hashOwnerName(owner) },
      data: { settings: formatSettingsDocument(book) },
    }),
  };
}
