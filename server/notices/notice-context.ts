import "server-only";
import { message, text } from "#lib/language/text.ts";
import type { AccessReviews, UserIdentity } from "#server/access/access-reviews.ts";
import type { UserScopes } from "#server/access/user-scope.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { Session } from "#server/identity/session.ts";
import type { PersonalDataStorage } from "#server/storage/own-keeping.ts";
import type { WatchRuleEvaluator } from "./watch-rule-evaluator.ts";

/** Services that watch rules need. */
export interface NoticeContext {
  readonly reviews: Pick<AccessReviews, "identityOf">;
  readonly scopes: Pick<UserScopes, "scopeOf">;
  readonly now: () => number;
  /** Undefined where Almanac has no credential to store rules with. */
  readonly ownKeeping: PersonalDataStorage | undefined;
  readonly ruleWatch: Pick<WatchRuleEvaluator, "checkOne" | "unwatchedOf"> | undefined;
  /** Prefix of the garden's page URLs. */
  readonly gardenUrl: string | undefined;
  readonly deliveries: {
    /** Why webhooks cannot be added; undefined if they can. */
    readonly noWebhooks: string | undefined;
    /** The mail address of the caller, or why there is none. */
    addressOf(session: Session, identity: UserIdentity): { readonly address: string } | { readonly why: string };
  };
  /** Delivers notices by webhook and mail; undefined where that is not possible. */
  readonly deliverer: { readonly mayKeepLeases: boolean; readonly standsStillSince: number | undefined } | undefined;
}

export const noRuleStorageMessage = message("Almanac has no credential of its own in this garden to keep rules with.");

export function requireRuleStorage({ ownKeeping }: Pick<NoticeContext, "ownKeeping">): PersonalDataStorage {
  if (ownKeeping !== undefined) return ownKeeping;
  throw new ProblemError("not-ready", { detail: text(noRuleStorageMessage) });
}
