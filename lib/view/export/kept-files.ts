import type { Feed } from "#lib/contract/feeds.ts";
import type { RuleNotice, WatchRule } from "#lib/contract/notices.ts";
import { eventsInWords, noticeTitles } from "../notices/event-words.ts";
import { subjectInWords } from "../notices/rule-subject.ts";
import { placeInWords, type ViewLine } from "../views/view-lines.ts";
import { type ListFiles, listFiles } from "./list-files.ts";

/** What Almanac keeps of one's own: none of it holds an address that gives access. */
export function feedsFiles(items: readonly Feed[], now: number): ListFiles {
  return listFiles({
    name: "feeds",
    noun: ["feed", "feeds"],
    items,
    now,
    fields: [
      { key: "name", label: "Name", of: ({ name }) => name },
      { key: "view", label: "View", of: ({ query }) => query },
      { key: "reminders", label: "Reminders", of: ({ alarms }) => alarms },
      { key: "made", label: "Made", of: ({ createdAt }) => createdAt },
      { key: "lastFetched", label: "Last fetched", of: ({ lastFetchedAt }) => lastFetchedAt },
    ],
  });
}

/** A line for each cluster that a notice names. */
export function noticesFiles(notices: readonly RuleNotice[], now: number): ListFiles {
  return listFiles({
    name: "notices",
    noun: ["line", "lines"],
    items: notices.flatMap((notice) => notice.lines.map((line) => ({ notice, line }))),
    now,
    fields: [
      { key: "at", label: "At", of: ({ notice }) => notice.at },
      { key: "rule", label: "Rule", of: ({ notice }) => notice.ruleName },
      { key: "event", label: "Event", of: ({ notice }) => noticeTitles[notice.event] },
      { key: "project", label: "Project", of: ({ line }) => line.project },
      { key: "cluster", label: "Cluster", of: ({ line }) => line.name },
      { key: "what", label: "What", of: ({ line }) => line.what },
      { key: "since", label: "Since or when", of: ({ line }) => line.at },
      { key: "more", label: "Clusters not named", of: ({ notice }) => notice.more },
      { key: "read", label: "Read", of: ({ notice }) => notice.read },
    ],
  });
}

export function rulesFiles(items: readonly WatchRule[], now: number): ListFiles {
  return listFiles({
    name: "rules",
    noun: ["rule", "rules"],
    items,
    now,
    fields: [
      { key: "name", label: "Name", of: ({ name }) => name },
      { key: "watches", label: "Watches", of: ({ subject }) => subjectInWords(subject) },
      { key: "events", label: "Reports", of: ({ events }) => eventsInWords(events) },
      { key: "off", label: "Off", of: ({ off }) => off },
      { key: "written", label: "Written", of: ({ at }) => at },
    ],
  });
}

export function viewsFiles(items: readonly ViewLine[], now: number): ListFiles {
  return listFiles({
    name: "views",
    noun: ["view", "views"],
    items,
    now,
    fields: [
      { key: "name", label: "Name", of: ({ view }) => view.name },
      { key: "address", label: "Address", of: ({ view }) => view.address },
      { key: "place", label: "Kept", of: ({ project }) => placeInWords(project) },
      { key: "default", label: "Default", of: ({ isFirst }) => isFirst },
      { key: "changed", label: "Changed", of: ({ view }) => view.at },
      { key: "by", label: "By", of: ({ view }) => view.by },
    ],
  });
}
