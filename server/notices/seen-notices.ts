import "server-only";
import type { RuleNotice } from "#lib/contract/notices.ts";
import { covers, type UserScope } from "#server/access/user-scope.ts";

/**
 * Notices without what their reader may not see any more. How many more clusters there were is not said where one of those that
 * are named is not seen any more: it may be among them.
 */
export function seenNotices<Notice extends Pick<RuleNotice, "lines" | "more">>(
  notices: readonly Notice[],
  scope: UserScope,
): readonly Notice[] {
  return notices.flatMap((notice) => {
    const lines = notice.lines.filter(({ namespace }) => covers(scope, namespace));
    if (lines.length === 0) return [];
    return [{ ...notice, lines, more: lines.length === notice.lines.length ? notice.more : 0 }];
  });
}
