"use client";

import NextLink from "next/link";
import type { ComponentProps } from "react";
import { useAddressPrefix } from "./address-prefix.tsx";

interface LinkProps extends Omit<ComponentProps<typeof NextLink>, "href" | "as"> {
  /** A path of ours, from the root, or a place on the page. */
  readonly href: string;
}

/** A link to a page of this document's garden. */
export function Link({ href, ...rest }: LinkProps) {
  const prefix = useAddressPrefix();
  return <NextLink {...rest} href={href.startsWith("/") ? `${prefix}${href}` : href} />;
}
