import { settingNames } from "#lib/contract/setting-choices.ts";
import { type SettingsChange, type StoredSettings, storedSettingsSchema } from "#lib/contract/settings.ts";
import { parseStored } from "#lib/kube/stored-json.ts";
import { isRecord } from "#lib/kube/wire.ts";

/** One person's settings as they are kept. What this build does not know stays as it came. */
export interface SettingsBook {
  readonly owner: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly rest: Readonly<Record<string, unknown>>;
}

export function emptySettingsBook(owner: string): SettingsBook {
  return { owner, values: {}, rest: {} };
}

/** Undefined for what is no such book: it is shown to nobody, and not written over. */
export function parseSettingsBook(text: string): SettingsBook | undefined {
  const value = parseStored(text);
  if (!isRecord(value) || typeof value.owner !== "string" || !isRecord(value.settings)) return undefined;
  const { owner, settings, ...rest } = value;
  return { owner, values: settings, rest };
}

export function formatSettingsBook({ owner, values, rest }: SettingsBook): string {
  return JSON.stringify({ ...rest, owner, settings: values });
}

/** The settings that this build knows. One that has a value of another build counts as not chosen. */
export function settingsOf({ values }: SettingsBook): StoredSettings {
  const known = settingNames.flatMap((name) => {
    const parsed = storedSettingsSchema.safeParse({ [name]: values[name] });
    return parsed.success && values[name] !== undefined ? [parsed.data] : [];
  });
  return Object.assign({}, ...known);
}

/** With what was chosen; every other setting stays as it is there now, whoever wrote it. */
export function changeSettings(book: SettingsBook, change: SettingsChange): SettingsBook {
  return { ...book, values: { ...book.values, ...change } };
}
