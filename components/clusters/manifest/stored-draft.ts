import * as z from "zod/mini";
import { readKept } from "#components/data/storage/tab-store.ts";
import type { ManifestDraft } from "#lib/manifest/follow-shoot.ts";

const draftSchema = z.object({ text: z.string(), base: z.record(z.string(), z.unknown()) });

/** Key of the draft in the tab's storage, for the user who wrote it. */
export function manifestDraftKey(person: string, uid: string): string {
  return `almanac.manifest-draft.${person}.${uid}`;
}

export function readStoredDraft(key: string): ManifestDraft | undefined {
  return readKept(key, draftSchema);
}
