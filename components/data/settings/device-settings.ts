import { readTaste, useTaste, writeTaste } from "#components/ui/appearance/taste.ts";
import {
  type Choice,
  type ChoiceName,
  type SettingName,
  settingChoices,
  settingNames,
} from "#lib/contract/setting-choices.ts";
import type { StoredSettings } from "#lib/contract/settings.ts";

/** Which settings were chosen in this browser and are not kept in the garden, separated by blanks. */
const unkeptName = "unkept";
/** Whose settings this browser has. */
const ownerName = "settingsOf";
/** What whoever is new has done in this browser: no setting, but as much somebody's own. */
export const stepsName = "steps";

type Choices = { readonly [Name in ChoiceName]: readonly Choice<Name>[] };
const choices: Choices = settingChoices;

/** A setting of the reader, as this browser has it: the garden's, or what was chosen here and is not kept yet. */
export function useSetting<Name extends ChoiceName>(name: Name): Choice<Name> {
  return choiceOf(name, useTaste(name));
}

/** As {@link useSetting}, for the moment. */
export function settingNow<Name extends ChoiceName>(name: Name): Choice<Name> {
  return choiceOf(name, readTaste(name));
}

function choiceOf<Name extends ChoiceName>(name: Name, text: string | undefined): Choice<Name> {
  const known: Choices[Name] = choices[name];
  return known.find((value) => value === text) ?? settingChoices[name][0];
}

/** The settings that are only in this browser. */
export function useUnsaved(): readonly SettingName[] {
  return namesIn(useTaste(unkeptName));
}

/** Holds in this browser from now on, until it is known to be kept. */
export function chooseHere(change: StoredSettings): void {
  for (const name of settingNames) if (change[name] !== undefined) writeTaste(name, change[name]);
  writeUnkept([...unkept(), ...namesOf(change)]);
}

/** What was sent is kept, unless something else was chosen since. */
export function markStored(sent: StoredSettings): void {
  const kept = namesOf(sent).filter((name) => readTaste(name) === sent[name]);
  writeUnkept(unkept().filter((name) => !kept.includes(name)));
}

/**
 * What the garden keeps holds in this browser, but for what was chosen here and is not kept. Who signs in where another
 * person was gets nothing of theirs; what was chosen before anybody's settings were read stays.
 */
export function takeSettings(kept: StoredSettings, owner: string): void {
  const before = readTaste(ownerName);
  if (before === undefined) writeUnkept(settingNames.filter((name) => readTaste(name) !== undefined));
  if (before !== undefined && before !== owner) {
    writeUnkept([]);
    writeTaste(stepsName, undefined);
    for (const name of settingNames) if (kept[name] === undefined) writeTaste(name, undefined);
  }
  writeTaste(ownerName, owner);
  const own = unkept().filter((name) => readTaste(name) !== kept[name]);
  writeUnkept(own);
  for (const name of namesOf(kept)) if (!own.includes(name)) writeTaste(name, kept[name]);
}

/** What this browser alone has, to be sent. */
export function settingsHere(names: readonly SettingName[]): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(names.map((name) => [name, readTaste(name)]));
}

function unkept(): readonly SettingName[] {
  return namesIn(readTaste(unkeptName));
}

function writeUnkept(names: readonly SettingName[]): void {
  const text = settingNames.filter((name) => names.includes(name)).join(" ");
  writeTaste(unkeptName, text === "" ? undefined : text);
}

function namesIn(text: string | undefined): readonly SettingName[] {
  const written = text?.split(" ") ?? [];
  return settingNames.filter((name) => written.includes(name));
}

function namesOf(settings: StoredSettings): readonly SettingName[] {
  return settingNames.filter((name) => settings[name] !== undefined);
}
