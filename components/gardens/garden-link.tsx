"use client";

import type { ReactNode } from "react";
import { gardenPrefix } from "#lib/text/garden-address.ts";

interface GardenLinkProps {
  readonly garden: string;
  /** As pages of the garden write it. */
  readonly href: string;
  readonly children: ReactNode;
}

/** Leads to a page of a garden, as a new document: a document knows one garden only. */
export function GardenLink({ garden, href, children }: GardenLinkProps) {
  return (
    <a
      href={`${gardenPrefix(garden)}${href}`}
      className="inline-flex min-h-6 items-center gap-1 whitespace-nowrap text-link tabular-nums hover:underline"
    >
      {children}
    </a>
  );
}
