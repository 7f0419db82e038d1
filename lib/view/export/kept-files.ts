import type { Feed } from "#lib/contract/feeds.ts";
import type { RuleNotice, WatchRule } from "#lib/contract/notices.ts";
import { text } from "#lib/language/text.ts";
import { eventsInWords, noticeTitles } from "../notices/event-words.ts";
import { lineWords } from "../notices/fact-words.ts";
import { subjectInWords } from "../notices/rule-subject.ts";
import { placeInWords, type ViewLine } from "../views/view-lines.ts";
import { type ListFiles, listFiles } from "./list-files.ts";

/** What Almanac keeps of one's own: none of it holds an address that gives access. */
export function feedsFiles(items: readonly Feed[], now: number): ListFiles {
  return listFiles({
    name: "feeds",
    noun: [text("feed"), text("feeds")],
    items,
    now,
    fields: [
      { key: "name", label: text("Name"), of: ({ name }) => name },
      { key: "view", label: text("View"), of: ({ query }) => query },
      { key: "reminders", label: text("Reminders"), of: ({ alarms }) => alarms },
      { key: "made", label: text("Made", {}, "column"), of: ({ createdAt }) => createdAt },
      { key: "lastFetched", label: text("Last fetched"), of: ({ lastFetchedAt }) => lastFetchedAt },
    ],
  });
}

/** A line for each cluster that a notice names. */
export function noticesFiles(notices: readonly RuleNotice[], now: number): ListFiles {
  return listFiles({
    name: "notices",
    noun: [text("line"), text("lines")],
    items: notices.flatMap((notice) => notice.lines.map((line) => ({ notice, line }))),
    now,
    fields: [
      { key: "at", label: text("At", {}, "column"), of: ({ notice }) => notice.at },
      { key: "rule", label: text("Rule"), of: ({ notice }) => notice.ruleName },
      { key: "event", label: text("Event"), of: ({ notice }) => text(noticeTitles[notice.event]) },
      { key: "project", label: text("Project"), of: ({ line }) => line.project },
      { key: "cluster", label: text("Cluster"), of: ({ line }) => line.name },
      { key: "what", label: text("What", {}, "column"), of: ({ line }) => lineWords(line) },
      { key: "since", label: text("Since or when"), of: ({ line }) => line.at },
      { key: "more", label: text("Clusters not named"), of: ({ notice }) => notice.more },
      { key: "read", label: text("Read", {}, "column"), of: ({ notice }) => notice.read },
    ],
  });
}

export function rulesFiles(items: readonly WatchRule[], now: number): ListFiles {
  return listFiles({
    name: "rules",
    noun: [text("rule"), text("rules")],
    items,
    now,
    fields: [
      { key: "name", label: text("Name"), of: ({ name }) => name },
      { key: "watches", label: text("Watches", {}, "column"), of: ({ subject }) => subjectInWords(subject) },
      { key: "events", label: text("Reports", {}, "column"), of: ({ events }) => eventsInWords(events) },
      { key: "off", label: text("Off", {}, "column"), of: ({ off }) => off },
      { key: "written", label: text("Written", {}, "column"), of: ({ at }) => at },
    ],
  });
}

export function viewsFiles(items: readonly ViewLine[], now: number): ListFiles {
  return listFiles({
    name: "views",
    noun: [text("view"), text("views")],
    items,
    now,
    fields: [
      { key: "name", label: text("Name"), of: ({ view }) => view.name },
      { key: "address", label: text("Address"), of: ({ view }) => view.address },
      { key: "place", label: text("Kept", {}, "column"), of: ({ project }) => placeInWords(project) },
      { key: "default", label: text("Default"), of: ({ isFirst }) => isFirst },
      { key: "changed", label: text("Changed", {}, "column"), of: ({ view }) => view.at },
      { key: "by", label: text("By", {}, "column"), of: ({ view }) => view.by },
    ],
  });
}
