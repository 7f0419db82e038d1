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
      { key: "name", title: text("Name"), of: ({ name }) => name },
      { key: "view", title: text("View"), of: ({ query }) => query },
      { key: "reminders", title: text("Reminders"), of: ({ alarms }) => alarms },
      { key: "made", title: text("Made"), of: ({ createdAt }) => createdAt },
      { key: "lastFetched", title: text("Last fetched"), of: ({ lastFetchedAt }) => lastFetchedAt },
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
      { key: "at", title: text("Time"), of: ({ notice }) => notice.at },
      { key: "rule", title: text("Rule"), of: ({ notice }) => notice.ruleName },
      {
        key: "event",
        title: text("Event"),
        of: ({ notice }) => text(noticeTitles[notice.event]),
        code: ({ notice }) => notice.event,
      },
      { key: "project", title: text("Project"), of: ({ line }) => line.project },
      { key: "cluster", title: text("Cluster"), of: ({ line }) => line.name },
      {
        key: "what",
        title: text("What"),
        of: ({ line }) => describeNoticeCluster(line),
        code: ({ line }) => line.fact ?? line.what,
      },
      { key: "since", title: text("Since"), of: ({ line }) => line.at },
      { key: "more", title: text("More clusters"), of: ({ notice }) => notice.more },
      { key: "read", title: text("Read"), of: ({ notice }) => notice.read },
    ],
  });
}

export function exportWatchRules(items: readonly WatchRule[], now: number): PreparedListExport {
  return prepareListExport({
    name: "rules",
    items,
    now,
    fields: [
      { key: "name", title: text("Name"), of: ({ name }) => name },
      {
        key: "watches",
        title: text("Subject"),
        of: ({ subject }) => ruleSubjectLabel(subject),
        code: ({ subject }) => subject,
      },
      {
        key: "events",
        title: text("Events"),
        of: ({ events }) => watchedEventsLabel(events),
        code: ({ events }) => events,
      },
      { key: "off", title: text("Off"), of: ({ off }) => off },
      { key: "written", title: text("Changed"), of: ({ at }) => at },
    ],
  });
}

export function exportSavedViews(items: readonly ListedView[], now: number): PreparedListExport {
  return prepareListExport({
    name: "views",
    items,
    now,
    fields: [
      { key: "name", title: text("Name"), of: ({ view }) => view.name },
      { key: "address", title: text("Address"), of: ({ view }) => view.address },
      {
        key: "place",
        title: text("Belongs to"),
        of: ({ project }) => viewScopeLabel(project),
        code: ({ project }) => project,
      },
      { key: "default", title: text("Default"), of: ({ isFirst }) => isFirst },
      { key: "changed", title: text("Changed"), of: ({ view }) => view.at },
      { key: "by", title: text("Changed by"), of: ({ view }) => view.by },
    ],
  });
}
