import { queryOptions } from "@tanstack/react-query";
import type { FreezeChangeRequest, Freezes } from "#lib/contract/freeze/freezes.ts";
import { text } from "#lib/language/text.ts";
import { getJson, postJson } from "../calls/api-client.ts";

// Loaded on demand, because the first render of a page does not need this schema.
const contract = () => import("#lib/contract/freeze/freezes.ts");

/** Key of all queries of freeze periods. */
export const freezesKey = ["freezes"] as const;

/** Query options for the freeze periods of a project; of all visible projects without one. */
export const freezesQuery = (project?: string) =>
  queryOptions({
    queryKey: [...freezesKey, project ?? ""],
    queryFn: async ({ signal }) => {
      const search = project === undefined ? "" : `?project=${encodeURIComponent(project)}`;
      return getJson(`/api/freezes${search}`, { schema: (await contract()).freezesSchema, signal });
    },
    staleTime: 60_000,
  });

/** Changes freeze periods. Never retried automatically, because a period might be saved twice. */
export async function changeFreeze(body: FreezeChangeRequest) {
  const { freezeChangeResponseSchema } = await contract();
  return postJson("/api/freezes", { schema: freezeChangeResponseSchema, body });
}

/** Stands for the periods of a project that could not be read, so that no screen takes them for none. */
export function unreadFreezesOf(project: string, detail = ""): Freezes {
  const unavailable = text("The freezes of {project} could not be read: {detail}", { project, detail });
  return { projects: [{ project, freezes: [], unshown: 0, unavailable }], forbidden: [], beyond: 0 };
}
