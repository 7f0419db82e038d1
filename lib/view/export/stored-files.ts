import type { Feed } from "#lib/contract/feeds.ts";
import type { RuleNotice, WatchRule } from "#lib/contract/notices.ts";
import { text } from "#lib/language/text.ts";
import { noticeTitles, watchedEventsLabel } from "#lib/notices/event-labels.ts";
import { describeNoticeCluster } from "#lib/notices/fact-descriptions.ts";
import { ruleSubjectLabel } from "#lib/notices/rule-subject.ts";
import { type ListedView, viewScopeLabel } from "#lib/saved-views/listed-views.ts";
import { type ListFiles, listFiles } from "./list-files.ts";

/** Files with the user's feeds; they contain no secret URLs. */
export function feedsFiles(items: readonly Feed[], now: number): ListFiles {
  return listFiles({
    name: "feeds",
    items,
    now,
    fields: [
      { key: "name", of: ({ name }) => name },
      { key: "view", of: ({ query }) => query },
      { key: "reminders", of: ({ alarms }) => alarms },
      { key: "made", of: ({ createdAt }) => createdAt },
      { key: "lastFetched", of: ({ lastFetchedAt }) => lastFetchedAt },
    ],
  });
}

/** Files with a row per cluster of a notice. */
export function noticesFiles(notices: readonly RuleNotice[], now: number): ListFiles {
  return listFiles({
    name: "notices",
    items: notices.flatMap((notice) => notice.lines.map((line) => ({ notice, line }))),
    now,
    fields: [
      { key: "at", of: ({ notice }) => notice.at },
      { key: "rule", of: ({ notice }) => notice.ruleName },
      { key: "event", of: ({ notice }) => text(noticeTitles[notice.event]), code: ({ notice }) => notice.event },
      { key: "project", of: ({ line }) => line.project },
      { key: "cluster", of: ({ line }) => line.name },
      { key: "what", of: ({ line }) => describeNoticeCluster(line), code: ({ line }) => line.fact ?? line.what },
      { key: "since", of: ({ line }) => line.at },
      { key: "more", of: ({ notice }) => notice.more },
      { key: "read", of: ({ notice }) => notice.read },
    ],
  });
}

export function rulesFiles(items: readonly WatchRule[], now: number): ListFiles {
  return listFiles({
    name: "rules",
    items,
    now,
    fields: [
      { key: "name", of: ({ name }) => name },
      { key: "watches", of: ({ subject }) => ruleSubjectLabel(subject), code: ({ subject }) => subject },
      { key: "events", of: ({ events }) => watchedEventsLabel(events), code: ({ events }) => events },
      { key: "off", of: ({ off }) => off },
      { key: "written", of: ({ at }) => at },
    ],
  });
}

export function viewsFiles(items: readonly ListedView[], now: number): ListFiles {
  return listFiles({
    name: "views",
    items,
    now,
    fields: [
      { key: "name", of: ({ view }) => view.name },
      { key: "address", of: ({ view }) => view.address },
      { key: "place", of: ({ project }) => viewScopeLabel(project), code: ({ project }) => project },
      { key: "default", of: ({ isFirst }) => isFirst },
      { key: "changed", of: ({ view }) => view.at },
      { key: "by", of: ({ view }) => view.by },
    ],
  });
}
