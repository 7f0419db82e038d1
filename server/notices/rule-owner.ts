import "server-only";
import type { NoticeBook } from "#lib/notices/notice-book.ts";
import { type RuleBook, type RuleOwner as RuleOwnerIdentity, rulesOf } from "#lib/notices/rule-book.ts";
import { rulesWithinLimit } from "#lib/notices/rule-subject.ts";
import type { KnownEnds } from "#lib/notices/version-ends.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import { WatchedRule } from "./watched-rule.ts";

/** A person with rules, and how far they were checked. */
export class RuleOwner {
  readonly identity: RuleOwnerIdentity;
  /** The resource version of the book. */
  readonly version: string;
  readonly rules: readonly WatchedRule[];
  /** The names of rules that ask for more than is watched. */
  readonly tooMuch: readonly string[];
  /** What was told, as it was read or written last, without the notices themselves. */
  told: NoticeBook | undefined;
  readonly learned: { ends: KnownEnds };
  /** Rights as they were asked last. They decide what is looked at; what is told is decided by asking anew. */
  scope: { readonly is: UserScope; readonly askedAt: number } | undefined;
  /** Up to which change of the fleet the rules were read, and in which scope. */
  read: { readonly clock: number; readonly rowsKey: string } | undefined;
  /** Until when there is nothing else to tell unless a row changes. */
  quietUntil = Number.NEGATIVE_INFINITY;
  /** When the rules were checked last. Epoch milliseconds. */
  checkedAt: number | undefined;
  /** One check after another. */
  running: Promise<void> = Promise.resolve();

  /** @param before the same person as they were, of whom what is the same stays */
  constructor(book: RuleBook, version: string, before?: RuleOwner) {
    this.identity = book.owner;
    this.version = version;
    const all = rulesOf(book);
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
