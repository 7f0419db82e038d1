import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { GardenFacts } from "#lib/policy/editions/rules-of-shoot.ts";
import { sessionQuery } from "../queries/session-queries.ts";

/** The garden's release and its gates, which decide the rules that its API server follows. */
export function useGardenFacts(): GardenFacts {
  const { data: session } = useQuery(sessionQuery);
  const [release, gates] = [session?.gardener, session?.gates];
  return useMemo(() => ({ release, gates }), [release, gates]);
}
