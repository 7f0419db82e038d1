import { queryOptions } from "@tanstack/react-query";
import { gardenKubeconfigSchema } from "#lib/contract/garden-kubeconfig.ts";
import { getJson } from "../calls/api-client.ts";

export const gardenKubeconfigQuery = queryOptions({
  queryKey: ["garden-kubeconfig"],
  queryFn: ({ signal }) => getJson("/api/session/kubeconfig", { schema: gardenKubeconfigSchema, signal }),
  staleTime: 60_000,
});
