import "server-only";
import type { Logger } from "pino";
import { text } from "#lib/language/text.ts";
import type { AccessReviews } from "#server/access/access-reviews.ts";
import type { RoleGrants } from "#server/access/role-grants.ts";
import type { UserScopes } from "#server/access/user-scope.ts";
import type { RouteServices } from "#server/boundary/create-handler.ts";
import type { HeapGuard } from "#server/boundary/heap-guard.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { RateLimits } from "#server/boundary/rate-limit.ts";
import type { PersonalDataStorage } from "#server/storage/own-keeping.ts";
import type { CalendarSources } from "./read-calendar-input.ts";

/** Services that calendar feeds need. */
export interface FeedContext extends CalendarSources, Pick<RouteServices, "personOf" | "charged"> {
  readonly reviews: AccessReviews;
  readonly scopes: Pick<UserScopes, "scopeOf">;
  readonly grants: RoleGrants;
  readonly limits: Pick<RateLimits, "take">;
  readonly heap: Pick<HeapGuard, "requireRoom">;
  /** Prefix of the garden's page URLs. */
  readonly gardenUrl: string | undefined;
  readonly readOnly: boolean;
  readonly log: Logger;
  /** Undefined when Almanac has no credential of its own: feeds then cannot be stored or served. */
  readonly ownKeeping: PersonalDataStorage | undefined;
}

/** @throws ProblemError where Almanac has no credential of its own to store feeds with */
export function requireFeedStorage({ ownKeeping }: Pick<FeedContext, "ownKeeping">): PersonalDataStorage {
  if (ownKeeping !== undefined) return ownKeeping;
  throw new ProblemError("not-ready", {
    detail: text("Almanac has no credential of its own in this garden to keep feeds with."),
  });
}
