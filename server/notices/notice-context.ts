import "server-only";
import type { AccessReviews } from "../access/access-reviews.ts";
import type { UserScopes } from "../access/user-scope.ts";
import { ProblemError } from "../boundary/problem.ts";
import type { OwnKeeping } from "../kept/own-keeping.ts";

/** What watch rules need of the application. */
export interface NoticeContext {
  readonly reviews: Pick<AccessReviews, "identityOf">;
  readonly scopes: Pick<UserScopes, "scopeOf">;
  readonly now: () => number;
  /** Undefined where Almanac has no credential to keep rules with. */
  readonly ownKeeping: OwnKeeping | undefined;
  readonly ruleWatch: { check(only: string): Promise<void> } | undefined;
}

export const noCredential = "Almanac has no credential of its own in this garden to keep rules with.";

export function keepingOf({ ownKeeping }: Pick<NoticeContext, "ownKeeping">): OwnKeeping {
  if (ownKeeping !== undefined) return ownKeeping;
  throw new ProblemError("not-ready", { detail: noCredential });
}
