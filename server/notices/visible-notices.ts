import "server-only";
import type { RuleNotice } from "#lib/contract/notices.ts";
import { covers, type UserScope } from "#server/access/user-scope.ts";

/**
 * Removes what a reader can no longer see from notices. The number of further clusters is removed when one of the named
 * ones is invisible, since that number may include invisible ones too.
 */
export function visibleNotices<Notice extends Pick<RuleNotice, "lines" | "more">>(
  notices: readonly Notice[],
  scope: UserScope,
): readonly Notice[] {
  return notices.flatMap((notice) => {
    const lines = notice.lines.filter(({ namespace }) => covers(scope, namespace));
    if (lines.length === 0) return [];
    return [{ ...notice, lines, more: lines.length === notice.lines.length ? notice.more : 0 }];
  });
}
