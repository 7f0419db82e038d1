"use client";

import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "../queries/session-queries.ts";

/** Why nothing can be changed here, when Almanac runs in read-only mode. */
export function useReadOnlyReason(): string | undefined {
  const { data } = useQuery(sessionQuery);
  return data?.readOnly ? "This Almanac is in read-only mode: nothing can be changed from here." : undefined;
}
