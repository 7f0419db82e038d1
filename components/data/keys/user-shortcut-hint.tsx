import { Kbd } from "#components/ui/kbd.tsx";
import type { ListenableKey } from "#lib/view/keys/key-definitions.ts";
import { useUserKeyBinding } from "./own-key.ts";

/** Hint that shows the key of a shortcut; if the user has bound another key, that one. */
export function UserShortcutHint({ usual }: { readonly usual: ListenableKey }) {
  return <Kbd>{useUserKeyBinding(usual)}</Kbd>;
}
