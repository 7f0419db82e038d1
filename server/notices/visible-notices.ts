import "server-only";
import type { RuleNotice } from "#lib/contract/notices.ts";
import { scopeIncludesNamespace, type UserScope } from "#server/access/user-scope.ts";

/**
 * Removes clusters from notices that the reader can no longer see. The number of further, unnamed clusters is then
 * removed too, since it may include invisible ones.
 */
export function visibleNotices<Notice extends Pick<RuleNotice, "lines" | "more">>(
  notices: readonly Notice[],
  scope: UserScope,
): readonly Notice[] {
  return notices.flatMap((notice) => {
    const lines = notice.lines.filter(({ namespace }) => scopeIncludesNamespace(scope, namespace));
    if (lines.length === 0) return [];
    return [{ ...notice, lines, more: lines.length === notice.lines.length ? notice.more : 0 }];
  });
}
