import "server-only";
import type { Almanac } from "../container.ts";
import { GardenError } from "../garden/garden-error.ts";
import { ProblemError } from "../http/problem.ts";
import type { FeedKeeping } from "./feed-keeping.ts";

/** What feeds need of the application. */
export type FeedContext = Pick<
  Almanac,
  | "fleet"
  | "sources"
  | "directory"
  | "now"
  | "reviews"
  | "scopes"
  | "publicOrigin"
  | "readOnly"
  | "log"
  | "limits"
  | "grants"
  | "feeds"
>;

/** Rejects where there is no credential of Almanac's own to keep feeds with. */
export function keepingOf({ feeds }: Pick<FeedContext, "feeds">): FeedKeeping {
  if (feeds !== undefined) return feeds;
  throw new ProblemError("not-ready", {
    detail: "Almanac has no credential of its own in this garden to keep feeds with.",
  });
}

/** Faults that mean "not here" rather than "not now". */
const lasting: ReadonlySet<string> = new Set(["forbidden", "unauthorized", "not-found"]);

/** Why feeds cannot be kept on this garden, if that is what the fault says. The credential is Almanac's, not the user's. */
export function whyNotKept(error: unknown, { namespace }: FeedKeeping): string | undefined {
  if (!(error instanceof GardenError) || !lasting.has(error.reason)) return undefined;
  return `Almanac may not keep ConfigMaps in the namespace ${namespace} of this garden.`;
}
