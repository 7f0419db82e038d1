import { Kbd } from "#components/ui/kbd.tsx";
import type { PageKey } from "#lib/view/keys/key-definitions.ts";
import { useOwnKey } from "./own-key.ts";

/** Keyboard hint for a shortcut, with the user's own key binding. */
export function OwnKbd({ usual }: { readonly usual: PageKey }) {
  return <Kbd>{useOwnKey(usual)}</Kbd>;
}
