import { readTaste, useTaste } from "#components/ui/appearance/taste.ts";
import { memoizeLast } from "#lib/memo/memoize-last.ts";
import { type Keymap, parseKeymap } from "#lib/view/keys/own-keys.ts";

const keymapOf = memoizeLast((text: string) => parseKeymap(text));

/** The keys that the reader has chosen instead of the usual ones. */
export function useKeymap(): Keymap {
  return keymapOf(useTaste("keymap") ?? "");
}

/** The key that the reader presses for what a key means usually. */
export function ownKey(usual: string): string {
  return keymapOf(readTaste("keymap") ?? "").get(usual) ?? usual;
}

/** As {@link ownKey}, to be shown. */
export function useOwnKey(usual: string): string {
  return useKeymap().get(usual) ?? usual;
}
