import { readBrowserSetting, useBrowserSetting, writeBrowserSetting } from "#components/ui/appearance/taste.ts";
import {
  type ChoiceSettingName,
  type SettingChoice,
  type SettingName,
  settingChoices,
  settingNames,
} from "#lib/contract/setting-choices.ts";
import type { StoredSettings } from "#lib/contract/settings.ts";

/** Storage name for the names of the settings that are only in this browser, separated by blanks. */
const unsavedName = "unkept";
/** Storage name for the user whose settings are stored in this browser. */
const ownerName = "settingsOf";
/** Storage name for the onboarding steps done in this browser, which are removed together with the user's settings. */
export const onboardingStepsStorageName = "steps";

type Choices = { readonly [Name in ChoiceSettingName]: readonly SettingChoice<Name>[] };
const choices: Choices = settingChoices;

/** Returns a setting as stored in this browser: the value from the garden, or a local choice that is not saved yet. */
export function useSetting<Name extends ChoiceSettingName>(name: Name): SettingChoice<Name> {
  return choiceOf(name, useBrowserSetting(name));
}

/** Returns a setting without subscribing to its changes. */
export function readSetting<Name extends ChoiceSettingName>(name: Name): SettingChoice<Name> {
  return choiceOf(name, readBrowserSetting(name));
}

function choiceOf<Name extends ChoiceSettingName>(name: Name, text: string | undefined): SettingChoice<Name> {
  const known: Choices[Name] = choices[name];
  return known.find((value) => value === text) ?? settingChoices[name][0];
}

/** Returns the names of the settings that only this browser has. */
export function useUnsavedSettings(): readonly SettingName[] {
  return namesIn(useBrowserSetting(unsavedName));
}

/** Applies settings in this browser, and marks them as unsaved until the garden has stored them. */
export function applySettingsLocally(change: StoredSettings): void {
  for (const name of settingNames) if (change[name] !== undefined) writeBrowserSetting(name, change[name]);
  writeUnkept([...unkept(), ...namesOf(change)]);
}

/** Marks settings as saved in the garden, unless the user has chosen another value meanwhile. */
export function markSettingsStored(sent: StoredSettings): void {
  const kept = namesOf(sent).filter((name) => readBrowserSetting(name) === sent[name]);
  writeUnkept(unkept().filter((name) => !kept.includes(name)));
}

/**
 * Applies settings from the garden in this browser, except where the user has unsaved local choices. Settings of
 * another user are removed; choices made before any user's settings were read are kept.
 */
export function applyStoredSettings(kept: StoredSettings, owner: string): void {
  const before = readBrowserSetting(ownerName);
  if (before === undefined) writeUnkept(settingNames.filter((name) => readBrowserSetting(name) !== undefined));
  if (before !== undefined && before !== owner) {
    writeUnkept([]);
    writeBrowserSetting(onboardingStepsStorageName, undefined);
    for (const name of settingNames) if (kept[name] === undefined) writeBrowserSetting(name, undefined);
  }
  writeBrowserSetting(ownerName, owner);
  const own = unkept().filter((name) => readBrowserSetting(name) !== kept[name]);
  writeUnkept(own);
  for (const name of namesOf(kept)) if (!own.includes(name)) writeBrowserSetting(name, kept[name]);
}

/** Returns the values of the named settings in this browser, to send them to the garden. */
export function readLocalSettings(names: readonly SettingName[]): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(names.map((name) => [name, readBrowserSetting(name)]));
}

function unkept(): readonly SettingName[] {
  return namesIn(readBrowserSetting(unsavedName));
}

function writeUnkept(names: readonly SettingName[]): void {
  const text = settingNames.filter((name) => names.includes(name)).join(" ");
  writeBrowserSetting(unsavedName, text === "" ? undefined : text);
}

function namesIn(text: string | undefined): readonly SettingName[] {
  const written = text?.split(" ") ?? [];
  return settingNames.filter((name) => written.includes(name));
}

function namesOf(settings: StoredSettings): readonly SettingName[] {
  return settingNames.filter((name) => settings[name] !== undefined);
}
