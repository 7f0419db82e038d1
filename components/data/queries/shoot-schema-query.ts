import { queryOptions } from "@tanstack/react-query";
import { shootSchemaResponseSchema } from "#lib/contract/shoot-schema.ts";
import { getJson } from "../calls/api-client.ts";

/** Query options for the garden's OpenAPI schema of a Shoot's spec, which changes only with a Gardener update. */
export const shootSchemaQuery = queryOptions({
  queryKey: ["shoot-schema"],
  queryFn: ({ signal }) => getJson("/api/shoot-schema", { schema: shootSchemaResponseSchema, signal }),
  staleTime: 600_000,
});
