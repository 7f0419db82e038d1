"use client";

import NextLink from "next/link";
import type { ComponentProps } from "react";
import { useAddressPrefix } from "./address-prefix-provider.tsx";
import { deferPageIfServerAway } from "./pending-page.ts";

interface LinkProps extends Omit<ComponentProps<typeof NextLink>, "href" | "as" | "onNavigate"> {
  /** Path within the garden, beginning with `/`, or a fragment of the page. */
  readonly href: string;
}

/** Link to a page of the same garden: adds the garden's path prefix. */
export function Link({ href, ...rest }: LinkProps) {
  const prefix = useAddressPrefix();
  const address = href.startsWith("/") ? `${prefix}${href}` : href;
  return (
    <NextLink
      {...rest}
      href={address}
      onNavigate={(event) => {
        // A fragment of the present page needs no server.
        if (href.startsWith("/") && deferPageIfServerAway({ address, how: rest.replace ? "replace" : "push" }))
          event.preventDefault();
      }}
    />
  );
}
