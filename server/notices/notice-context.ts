import "server-only";
import { message, text } from "#lib/language/text.ts";
import type { AccessReviews, Identity } from "#server/access/access-reviews.ts";
import type { UserScopes } from "#server/access/user-scope.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { Session } from "#server/identity/session.ts";
import type { OwnKeeping } from "#server/storage/own-keeping.ts";
import type { RuleWatch } from "./rule-watch.ts";

/** What watch rules need of the application. */
export interface NoticeContext {
  readonly reviews: Pick<AccessReviews, "identityOf">;
  readonly scopes: Pick<UserScopes, "scopeOf">;
  readonly now: () => number;
  /** Undefined where Almanac has no credential to keep rules with. */
  readonly ownKeeping: OwnKeeping | undefined;
  readonly ruleWatch: Pick<RuleWatch, "checkOne" | "unwatchedOf"> | undefined;
  /** What the pages of the garden begin with. */
  readonly gardenUrl: string | undefined;
  readonly deliveries: {
    /** Why no webhook can be added. */
    readonly noWebhooks: string | undefined;
    /** Where mails to the caller go, or why nowhere. */
    addressOf(session: Session, identity: Identity): { readonly address: string } | { readonly why: string };
  };
  /** Undefined where nothing is delivered. */
  readonly deliverer: { readonly mayKeepLeases: boolean; readonly standsStillSince: number | undefined } | undefined;
}

export const noCredential = message("Almanac has no credential of its own in this garden to keep rules with.");

export function keepingOf({ ownKeeping }: Pick<NoticeContext, "ownKeeping">): OwnKeeping {
  if (ownKeeping !== undefined) return ownKeeping;
  throw new ProblemError("not-ready", { detail: text(noCredential) });
}
