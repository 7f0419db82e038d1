"use client";

import { useQuery } from "@tanstack/react-query";
import { useGardenName } from "#components/data/address/use-garden-name.ts";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import { text } from "#lib/language/text.ts";

/** Name of the garden that is shown. The demo garden is always marked as such. */
export function GardenName() {
  const garden = useQuery(sessionQuery).data?.garden;
  const name = useGardenName() ?? (garden?.kind === "embedded" ? text("Demo garden") : (garden?.name ?? " "));
  return <span className="min-h-4 truncate text-xs text-tertiary">{name}</span>;
}
