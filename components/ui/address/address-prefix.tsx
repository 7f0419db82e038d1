"use client";

import { createContext, type ReactNode, useContext } from "react";

const PrefixContext = createContext("");

interface AddressPrefixProps {
  /** What the address of every page of this document begins with, such as `/g/canary`; often nothing. */
  readonly prefix: string;
  readonly children: ReactNode;
}

/** Says where the pages of this document are. Pages and their links are written as if they were at the root. */
export function AddressPrefix({ prefix, children }: AddressPrefixProps) {
  return <PrefixContext value={prefix}>{children}</PrefixContext>;
}

export function useAddressPrefix(): string {
  return useContext(PrefixContext);
}
