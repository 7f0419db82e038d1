"use client";

import NextLink from "next/link";
import type { ComponentProps } from "react";
import { useAddressPrefix } from "./address-prefix.tsx";

interface LinkProps extends Omit<ComponentProps<typeof NextLink>, "href" | "as"> {
  /** Path within Almanac, from the root, or a fragment of the page. */
  readonly href: string;
}

/** Link to a page of this document's garden. */
export function Link({ href, ...rest }: LinkProps) {
  const prefix = useAddressPrefix();
  return <NextLink {...rest} href={href.startsWith("/") ? `${prefix}${href}` : href} />;
}
