import { queryOptions } from "@tanstack/react-query";
import { shootSchemaResponseSchema } from "#lib/contract/shoot-schema.ts";
import { getJson } from "../calls/api-client.ts";

/** The garden's schema of a Shoot's spec. It changes when the garden is updated. */
export const shootSchemaQuery = queryOptions({
  queryKey: ["shoot-schema"],
  queryFn: ({ signal }) => getJson("/api/shoot-schema", { schema: shootSchemaResponseSchema, signal }),
  staleTime: 600_000,
});
