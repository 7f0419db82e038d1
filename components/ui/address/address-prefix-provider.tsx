"use client";

import { createContext, type ReactNode, useContext } from "react";

const PrefixContext = createContext("");

interface AddressPrefixProps {
  /** Prefix of all paths in this document, such as `/g/canary` for a garden; often empty. */
  readonly prefix: string;
  readonly children: ReactNode;
}

/** Provider of the path prefix of this document, so that components need not add it to each link. */
export function AddressPrefixProvider({ prefix, children }: AddressPrefixProps) {
  return <PrefixContext value={prefix}>{children}</PrefixContext>;
}

export function useAddressPrefix(): string {
  return useContext(PrefixContext);
}
