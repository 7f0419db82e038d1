import * as z from "zod/mini";
import type { ManifestDraft } from "#lib/view/manifest/follow-shoot.ts";

const draftSchema = z.object({ text: z.string(), base: z.record(z.string(), z.unknown()) });

/** Kept in the tab, for the person who wrote it. */
export function manifestDraftKey(person: string, uid: string): string {
  return `almanac.manifest-draft.${person}.${uid}`;
}

export function hasKeptDraft(key: string): boolean {
  return readText(key) !== null;
}

function readText(key: string): string | null {
  try {
    return window.sessionStorage.getItem(key);
  } catch {
    // No storage: then a draft lives as long as its page.
    return null;
  }
}

export function readKeptDraft(key: string): ManifestDraft | undefined {
  try {
    const parsed = draftSchema.safeParse(JSON.parse(readText(key) ?? "null"));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

export function keepDraft(key: string, draft: ManifestDraft | undefined): void {
  try {
    if (draft === undefined) window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Full or forbidden: the draft stays on the page.
  }
}
