import { settingNames } from "#lib/contract/setting-choices.ts";
import { type SettingsChangeRequest, type StoredSettings, storedSettingsSchema } from "#lib/contract/settings.ts";
import { parseStoredJson } from "#lib/kube/stored-json.ts";
import { isRecord } from "#lib/kube/wire.ts";

/** Stored settings of one user. Anything that this build does not know is kept unchanged. */
export interface SettingsDocument {
  readonly owner: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly rest: Readonly<Record<string, unknown>>;
}

export function emptySettingsDocument(owner: string): SettingsDocument {
  return { owner, values: {}, rest: {} };
}

/** Parses the stored settings of a user; undefined if invalid. They are then neither shown nor overwritten. */
export function parseSettingsDocument(text: string): SettingsDocument | undefined {
  const value = parseStoredJson(text);
  if (!isRecord(value) || typeof value.owner !== "string" || !isRecord(value.settings)) return undefined;
  const { owner, settings, ...rest } = value;
  return { owner, values: settings, rest };
}

export function formatSettingsDocument({ owner, values, rest }: SettingsDocument): string {
  return JSON.stringify({ ...rest, owner, settings: values });
}

/** Returns the settings that this build knows. A setting with an unknown value counts as not chosen. */
export function knownSettingsOf({ values }: SettingsDocument): StoredSettings {
  const known = settingNames.flatMap((name) => {
    const parsed = storedSettingsSchema.safeParse({ [name]: values[name] });
    return parsed.success && values[name] !== undefined ? [parsed.data] : [];
  });
  return Object.assign({}, ...known);
}

/** Applies a change to the stored settings; all others are kept as stored, whichever build wrote them. */
export function applySettingsChange(book: SettingsDocument, change: SettingsChangeRequest): SettingsDocument {
  return { ...book, values: { ...book.values, ...change } };
}
