import { queryOptions, useQuery } from "@tanstack/react-query";
import {
  type LandscapeConfiguration,
  landscapeConfigurationResponseSchema,
} from "#lib/contract/landscape-configuration/landscape-configuration.ts";
import { getJson } from "../calls/api-client.ts";

export const landscapeConfigurationQuery = queryOptions({
  queryKey: ["landscape-configuration"],
  queryFn: ({ signal }) =>
    getJson("/api/landscape-configuration", { schema: landscapeConfigurationResponseSchema, signal }),
  staleTime: 300_000,
});

const nothing: LandscapeConfiguration = {};

/** Texts, links and defaults of the operator; empty until they are read, and where there are none. */
export function useLandscapeConfiguration(): LandscapeConfiguration {
  return useQuery(landscapeConfigurationQuery).data?.configuration ?? nothing;
}
