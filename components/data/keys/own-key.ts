import { readTaste, useTaste } from "#components/ui/appearance/taste.ts";
import { memoizeLast } from "#lib/memo/memoize-last.ts";
import { type Keymap, parseKeymap } from "#lib/view/keys/own-keys.ts";

const keymapOf = memoizeLast((text: string) => parseKeymap(text));

/** Returns the user's custom key bindings. */
export function useKeymap(): Keymap {
  return keymapOf(useTaste("keymap") ?? "");
}

/** Returns the key that the user has bound in place of the default one. */
export function ownKey(usual: string): string {
  return keymapOf(readTaste("keymap") ?? "").get(usual) ?? usual;
}

/** Hook variant of {@link ownKey}, for display. */
export function useOwnKey(usual: string): string {
  return useKeymap().get(usual) ?? usual;
}
