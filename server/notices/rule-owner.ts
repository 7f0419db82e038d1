import "server-only";
import type { Announcement } from "#lib/contract/announcements/announcements.ts";
import type { NoticeDocument } from "#lib/notices/notice-document.ts";
import { type RuleDocument, type RuleOwner as RuleOwnerIdentity, watchRulesOf } from "#lib/notices/rule-document.ts";
import { rulesWithinLimit } from "#lib/notices/rule-subject.ts";
import type { KnownVersionEnds } from "#lib/notices/version-ends.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import type { UnusedProjects } from "./unused-projects.ts";
import { WatchedRule } from "./watched-rule.ts";

/** A user with watch rules, and when and with which result they were last evaluated. */
export class WatchedRuleOwner {
  readonly identity: RuleOwnerIdentity;
  /** Resource version of the ConfigMap with the rules. */
  readonly version: string;
  readonly rules: readonly WatchedRule[];
  /** Names of rules that are not evaluated, because the user has too many. */
  readonly tooMuch: readonly string[];
  /** The user's stored notices as last read or written, without the notices themselves. */
  told: NoticeDocument | undefined;
  readonly learned: { ends: KnownVersionEnds };
  /** The user's scope as last read. It selects the clusters to look at; before a notice is made, it is read again. */
  scope: { readonly is: UserScope; readonly askedAt: number } | undefined;
  /** Change number and scope for which the rules were last evaluated. */
  read: { readonly clock: number; readonly rowsKey: string } | undefined;
  /** Unused projects and scope for which the rules were last evaluated, and when, in epoch milliseconds. */
  readProjects: { readonly unused: UnusedProjects; readonly rowsKey: string; readonly at: number } | undefined;
  /** The same for announcements. */
  readAnnouncements:
    | { readonly announcements: readonly Announcement[]; readonly rowsKey: string; readonly at: number }
    | undefined;
  /** Until this time, the rules need to be evaluated only if a cluster changes. */
  quietUntil = Number.NEGATIVE_INFINITY;
  /** When a check was last begun, whether it succeeded or not, in epoch milliseconds. */
  triedAt = 0;
  /** When the rules were last checked, in epoch milliseconds. */
  checkedAt: number | undefined;
  /** The running check; the next one starts after it. */
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
