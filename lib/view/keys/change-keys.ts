import { maxCustomKeys } from "#lib/contract/settings.ts";
import { type Message, text } from "#lib/language/text.ts";
import { fail, ok, type Result } from "#lib/result.ts";
import { type KeyDefinition, keyDefinitions, pageSequenceKey } from "./key-definitions.ts";
import type { CustomKeymap } from "./own-keys.ts";

/** Keyboard shortcut that the user can change, with everything that it does. */
export interface ConfigurableKey {
  readonly usual: string;
  readonly own: string;
  readonly does: readonly Message[];
}

const changeable: readonly KeyDefinition[] = [pageSequenceKey, ...keyDefinitions];

/** Returns each single-character shortcut once, in the order of the help. */
export function configurableKeysOf(keymap: CustomKeymap): readonly ConfigurableKey[] {
  const lines = new Map<string, ConfigurableKey>();
  for (const { keys, does } of changeable) {
    for (const usual of keys) {
      const held = lines.get(usual);
      lines.set(usual, { usual, own: keymap.get(usual) ?? usual, does: [...(held?.does ?? []), does] });
    }
  }
  return [...lines.values()];
}

/** Assigns a custom key in place of a default one. Fails with the reason if the key is already in use. */
export function assignCustomKey(keymap: CustomKeymap, usual: string, own: string): Result<CustomKeymap, string> {
  if ([...own].length !== 1 || own.trim() === "") return fail(text("Type one character."));
  const taken = configurableKeysOf(keymap).find((line) => line.usual !== usual && line.own === own);
  if (taken !== undefined)
    return fail(text("{own} already means “{does}”. Choose another key.", { own, does: String(taken.does[0] ?? "") }));
  const next = new Map(keymap);
  next.delete(usual);
  if (own !== usual) next.set(usual, own);
  if (next.size > maxCustomKeys) return fail(text("Only {most} keys can be changed.", { most: maxCustomKeys }));
  return ok(next);
}
