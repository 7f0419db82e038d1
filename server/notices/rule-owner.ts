import "server-only";
import type { NoticeDocument } from "#lib/notices/notice-document.ts";
import { type RuleDocument, type RuleOwner as RuleOwnerIdentity, watchRulesOf } from "#lib/notices/rule-document.ts";
import { rulesWithinLimit } from "#lib/notices/rule-subject.ts";
import type { KnownEnds } from "#lib/notices/version-ends.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import { WatchedRule } from "./watched-rule.ts";

/** A user with rules, and the progress of checking them. */
export class WatchedRuleOwner {
  readonly identity: RuleOwnerIdentity;
  /** Resource version of the book. */
  readonly version: string;
  readonly rules: readonly WatchedRule[];
  /** Names of rules that exceed the watched limit. */
  readonly tooMuch: readonly string[];
  /** Notice book as last read or written, without its notices. */
  told: NoticeDocument | undefined;
  readonly learned: { ends: KnownEnds };
  /** Scope as last requested. It decides which rows are examined; before a notice is made, it is requested again. */
  scope: { readonly is: UserScope; readonly askedAt: number } | undefined;
  /** Clock of the fleet and scope for which the rules were last evaluated. */
  read: { readonly clock: number; readonly rowsKey: string } | undefined;
  /** Until then nothing changes unless a row does. */
  quietUntil = Number.NEGATIVE_INFINITY;
  /** Epoch milliseconds of the last check. */
  checkedAt: number | undefined;
  /** Serializes checks. */
  running: Promise<void> = Promise.resolve();

  /** @param before the previous state of the same user, from which unchanged parts are taken */
  constructor(book: RuleDocument, version: string, before?: WatchedRuleOwner) {
    this.identity = book.owner;
    this.version = version;
    const all = watchRulesOf(book);
    const watched = rulesWithinLimit(all);
    this.tooMuch = all.flatMap((rule) => (rule.off || watched.includes(rule) ? [] : [rule.name]));
    this.rules = watched.map(
      (rule) =>
        new WatchedRule(
          rule,
          before?.rules.find((each) => each.rule.id === rule.id),
        ),
    );
    this.told = before?.told;
    this.learned = before?.learned ?? { ends: {} };
    this.scope = undefined;
    this.read = before?.read;
    this.checkedAt = before?.checkedAt;
    if (before !== undefined) this.running = before.running;
  }
}
