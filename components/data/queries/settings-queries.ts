import { queryOptions } from "@tanstack/react-query";
import { type SettingsChangeRequest, settingsSchema } from "#lib/contract/settings.ts";
import { getJson, postJson } from "../calls/api-client.ts";

export const settingsQuery = queryOptions({
  queryKey: ["settings"],
  queryFn: ({ signal }) => getJson("/api/settings", { schema: settingsSchema, signal }),
  staleTime: 60_000,
});

export function changeSettings(body: SettingsChangeRequest) {
  return postJson("/api/settings", { schema: settingsSchema, body });
}
