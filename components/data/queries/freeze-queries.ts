import { queryOptions } from "@tanstack/react-query";
import type { FreezeChangeRequest, Freezes } from "#lib/contract/freeze/freezes.ts";
import { minuteMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { getJson, postJson } from "../calls/api-client.ts";
import { requestErrorOf } from "../calls/api-problem.ts";

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

/**
 * Query options for the many lines of a list, which all ask for the same freezes: what was read is shown for longer than
 * elsewhere, though a change made here is shown at once; and a line that scrolls into view does not ask again for what
 * could not be read.
 */
export const freezesOfLinesQuery = () =>
  queryOptions({ ...freezesQuery(), staleTime: 10 * minuteMs, retryOnMount: false });

/** Changes freeze periods. Never retried automatically, because a period might be saved twice. */
export async function changeFreeze(body: FreezeChangeRequest) {
  const { freezeChangeResponseSchema } = await contract();
  return postJson("/api/freezes", { schema: freezeChangeResponseSchema, body });
}

/** What is known of a project's freezes: those that were read, else that they could not be; undefined until then. */
export function knownFreezesOf(
  project: string,
  { data, error }: { readonly data: Freezes | undefined; readonly error: Error | null },
): Freezes | undefined {
  return data ?? (error === null ? undefined : unreadFreezesOf(project, requestErrorOf(error).detail));
}

/** Stands for the periods of a project that could not be read, so that no screen takes them for none. */
function unreadFreezesOf(project: string, detail = ""): Freezes {
  const unavailable = text("The freezes of {project} could not be read: {detail}", { project, detail });
  return { projects: [{ project, freezes: [], unshown: 0, unavailable }], forbidden: [], beyond: 0 };
}
