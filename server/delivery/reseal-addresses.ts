import "server-only";
import { destinationsOf, putDestination, type StoredWebhook } from "#lib/notices/stored-destinations.ts";
import type { SessionKeys } from "#server/identity/session-keys.ts";
import { isSealedWithCurrentKey } from "#server/identity/session-seal.ts";
import { ruleDocumentStore } from "#server/notices/notice-document-stores.ts";
import { findDocument, updateDocument } from "#server/storage/document-store.ts";
import type { OwnKeeping } from "#server/storage/own-keeping.ts";
import { openAddress, sealAddress } from "./sealed-address.ts";

interface Sealing {
  readonly keeping: OwnKeeping;
  readonly owner: string;
  readonly keys: SessionKeys;
}

/** Seals a user's addresses with the current key where an older key sealed them. */
export async function resealAddresses({ keeping, owner, keys }: Sealing): Promise<void> {
  const place = ruleDocumentStore(keeping, { name: owner, groups: [] });
  const book = await findDocument(place);
  if (book === undefined) return;
  const sealed = new Map<string, StoredWebhook>();
  for (const destination of destinationsOf(book)) {
    if (destination.kind !== "webhook" || (await isSealedWithCurrentKey(destination.sealed, keys))) continue;
    const address = await openAddress(destination.sealed, owner, keys);
    if (address === undefined) continue;
    sealed.set(destination.sealed, { ...destination, sealed: await sealAddress(address, keys) });
  }
  if (sealed.size === 0) return;
  await updateDocument(place, (before) => {
    // Only where the sealed text is unchanged: the user may have entered another address meanwhile.
    const changed = destinationsOf(before).flatMap((each) => {
      const again = each.kind === "webhook" ? sealed.get(each.sealed) : undefined;
      return again?.id === each.id ? [{ ...again, ...each, sealed: again.sealed }] : [];
    });
    return { book: changed.reduce(putDestination, before), value: undefined };
  });
}
