import { readBrowserSetting, useBrowserSetting } from "#components/ui/appearance/taste.ts";
import { memoizeLast } from "#lib/memo/memoize-last.ts";
import { type CustomKeymap, parseKeymap } from "#lib/view/keys/own-keys.ts";

const keymapOf = memoizeLast((text: string) => parseKeymap(text));

/** Returns the user's custom key bindings. */
export function useKeymap(): CustomKeymap {
  return keymapOf(useBrowserSetting("keymap") ?? "");
}

/** Returns the key of a shortcut: the key that the user has bound, otherwise the given default. */
export function userKeyBindingOf(usual: string): string {
  return keymapOf(readBrowserSetting("keymap") ?? "").get(usual) ?? usual;
}

/** Returns the key of a shortcut for display, and renders again if the user binds another key. */
export function useUserKeyBinding(usual: string): string {
  return useKeymap().get(usual) ?? usual;
}
