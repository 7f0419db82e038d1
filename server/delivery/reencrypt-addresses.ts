import "server-only";
import { replaceDestination, type StoredWebhook, storedDestinationsOf } from "#lib/notices/stored-destinations.ts";
import type { SessionKeys } from "#server/identity/session-keys.ts";
import { isEncryptedWithCurrentKey } from "#server/identity/session-seal.ts";
import { ruleDocumentStore } from "#server/notices/notice-document-stores.ts";
import { findDocument, updateDocument } from "#server/storage/document-store.ts";
import type { PersonalDataStorage } from "#server/storage/own-keeping.ts";
import { decryptWebhookAddress, encryptWebhookAddress } from "./sealed-address.ts";

interface Sealing {
  readonly keeping: PersonalDataStorage;
  readonly owner: string;
  readonly keys: SessionKeys;
}

/** Encrypts a user's stored addresses again with the current key, where an older key was used. */
export async function reencryptAddresses({ keeping, owner, keys }: Sealing): Promise<void> {
  const place = ruleDocumentStore(keeping, { name: owner, groups: [] });
  const book = await findDocument(place);
  if (book === undefined) return;
  const sealed = new Map<string, StoredWebhook>();
  for (const destination of storedDestinationsOf(book)) {
    if (destination.kind !== "webhook" || (await isEncryptedWithCurrentKey(destination.sealed, keys))) continue;
    const address = await decryptWebhookAddress(destination.sealed, owner, keys);
    if (address === undefined) continue;
    sealed.set(destination.sealed, { ...destination, sealed: await encryptWebhookAddress(address, keys) });
  }
  if (sealed.size === 0) return;
  await updateDocument(place, (before) => {
    // Only unchanged addresses are replaced: the user may have entered another one meanwhile.
    const changed = storedDestinationsOf(before).flatMap((each) => {
      const again = each.kind === "webhook" ? sealed.get(each.sealed) : undefined;
      return again?.id === each.id ? [{ ...again, ...each, sealed: again.sealed }] : [];
    });
    return { book: changed.reduce(replaceDestination, before), value: undefined };
  });
}
