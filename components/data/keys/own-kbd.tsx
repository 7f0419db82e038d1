import { Kbd } from "#components/ui/kbd.tsx";
import type { PageKey } from "#lib/view/keys/key-definitions.ts";
import { useOwnKey } from "./own-key.ts";

/** A key as the reader presses it. */
export function OwnKbd({ usual }: { readonly usual: PageKey }) {
  return <Kbd>{useOwnKey(usual)}</Kbd>;
}
