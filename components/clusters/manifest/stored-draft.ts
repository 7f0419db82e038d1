import * as z from "zod/mini";
import { readStoredValue } from "#components/data/storage/tab-store.ts";
import type { ManifestDraft } from "#lib/manifest/follow-shoot.ts";

const draftSchema = z.object({ text: z.string(), base: z.record(z.string(), z.unknown()) });

/** Returns the session storage key of a user's manifest draft for one Shoot. */
export function manifestDraftKey(person: string, uid: string): string {
  return `almanac.manifest-draft.${person}.${uid}`;
}

export function readStoredDraft(key: string): ManifestDraft | undefined {
  return readStoredValue(key, draftSchema);
}
