import { useQuery } from "@tanstack/react-query";
import { text } from "#lib/language/text.ts";
import { sessionQuery } from "../queries/session-queries.ts";
import { useSetting } from "../settings/device-settings.ts";

/** Returns why nothing can be changed: read-only mode of Almanac or of the user's settings; otherwise undefined. */
export function useReadOnlyReason(): string | undefined {
  const { data } = useQuery(sessionQuery);
  const own = useSetting("readOnly") === "on";
  if (data?.readOnly) return text("This Almanac is in read-only mode: nothing can be changed from here.");
  return own ? text("Read-only mode is on (Settings).") : undefined;
}
