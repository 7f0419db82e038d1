import { readTaste, useTaste, writeTaste } from "#components/ui/appearance/taste.ts";
import {
  type ChoiceName,
  type SettingChoice,
  type SettingName,
  settingChoices,
  settingNames,
} from "#lib/contract/setting-choices.ts";
import type { StoredSettings } from "#lib/contract/settings.ts";

/** Storage name of the settings chosen in this browser and not stored in the garden, separated by blanks. */
const unsavedName = "unkept";
/** Storage name of the user whose settings this browser has. */
const ownerName = "settingsOf";
/** Storage name of the onboarding steps done in this browser: not a setting, but as personal. */
export const onboardingStepsName = "steps";

type Choices = { readonly [Name in ChoiceName]: readonly SettingChoice<Name>[] };
const choices: Choices = settingChoices;

/** Returns a setting as this browser has it: the garden's, or a local choice not stored yet. */
export function useSetting<Name extends ChoiceName>(name: Name): SettingChoice<Name> {
  return choiceOf(name, useTaste(name));
}

/** Non-reactive variant of {@link useSetting}. */
export function readSetting<Name extends ChoiceName>(name: Name): SettingChoice<Name> {
  return choiceOf(name, readTaste(name));
}

function choiceOf<Name extends ChoiceName>(name: Name, text: string | undefined): SettingChoice<Name> {
  const known: Choices[Name] = choices[name];
  return known.find((value) => value === text) ?? settingChoices[name][0];
}

/** Returns the settings that only this browser has. */
export function useUnsavedSettings(): readonly SettingName[] {
  return namesIn(useTaste(unsavedName));
}

/** Applies settings in this browser and marks them unsaved until they are known to be stored. */
export function applySettingsLocally(change: StoredSettings): void {
  for (const name of settingNames) if (change[name] !== undefined) writeTaste(name, change[name]);
  writeUnkept([...unkept(), ...namesOf(change)]);
}

/** Marks sent settings as stored, unless another value was chosen since. */
export function markSettingsStored(sent: StoredSettings): void {
  const kept = namesOf(sent).filter((name) => readTaste(name) === sent[name]);
  writeUnkept(unkept().filter((name) => !kept.includes(name)));
}

/**
 * Applies the garden's settings in this browser, except over unsaved local choices. Another user's settings are removed
 * at sign-in; choices made before any user's settings were read are kept.
 */
export function applyStoredSettings(kept: StoredSettings, owner: string): void {
  const before = readTaste(ownerName);
  if (before === undefined) writeUnkept(settingNames.filter((name) => readTaste(name) !== undefined));
  if (before !== undefined && before !== owner) {
    writeUnkept([]);
    writeTaste(onboardingStepsName, undefined);
    for (const name of settingNames) if (kept[name] === undefined) writeTaste(name, undefined);
  }
  writeTaste(ownerName, owner);
  const own = unkept().filter((name) => readTaste(name) !== kept[name]);
  writeUnkept(own);
  for (const name of namesOf(kept)) if (!own.includes(name)) writeTaste(name, kept[name]);
}

/** Returns this browser's values of the named settings, for sending. */
export function localSettings(names: readonly SettingName[]): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(names.map((name) => [name, readTaste(name)]));
}

function unkept(): readonly SettingName[] {
  return namesIn(readTaste(unsavedName));
}

function writeUnkept(names: readonly SettingName[]): void {
  const text = settingNames.filter((name) => names.includes(name)).join(" ");
  writeTaste(unsavedName, text === "" ? undefined : text);
}

function namesIn(text: string | undefined): readonly SettingName[] {
  const written = text?.split(" ") ?? [];
  return settingNames.filter((name) => written.includes(name));
}

function namesOf(settings: StoredSettings): readonly SettingName[] {
  return settingNames.filter((name) => settings[name] !== undefined);
}
