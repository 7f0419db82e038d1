import type { CalendarFeed } from "#lib/contract/feeds.ts";
import type { RuleNotice, WatchRule } from "#lib/contract/notices.ts";
import { text } from "#lib/language/text.ts";
import { noticeTitles, watchedEventsLabel } from "#lib/notices/event-labels.ts";
import { describeNoticeCluster } from "#lib/notices/fact-descriptions.ts";
import { ruleSubjectLabel } from "#lib/notices/rule-subject.ts";
import { type ListedView, viewScopeLabel } from "#lib/saved-views/listed-views.ts";
import { type PreparedListExport, prepareListExport } from "./list-files.ts";

/** Exports the user's calendar feeds without their secret URLs. */
export function exportFeeds(items: readonly CalendarFeed[], now: number): PreparedListExport {
  return prepareListExport({
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

/** Exports notices with a row per cluster of a notice. */
export function exportNotices(notices: readonly RuleNotice[], now: number): PreparedListExport {
  return prepareListExport({
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

export function exportWatchRules(items: readonly WatchRule[], now: number): PreparedListExport {
  return prepareListExport({
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

export function exportSavedViews(items: readonly ListedView[], now: number): PreparedListExport {
  return prepareListExport({
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
