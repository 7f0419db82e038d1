"use client";

import { createContext, type ReactNode, useContext } from "react";

const PrefixContext = createContext("");

interface AddressPrefixProps {
  /** Prefix of every page address of this document, such as `/g/canary`; often empty. */
  readonly prefix: string;
  readonly children: ReactNode;
}

/** Provides the address prefix of this document. Pages and links are written as if they were at the root. */
export function AddressPrefix({ prefix, children }: AddressPrefixProps) {
  return <PrefixContext value={prefix}>{children}</PrefixContext>;
}

export function useAddressPrefix(): string {
  return useContext(PrefixContext);
}
