import type { NoticeCluster, RuleNotice } from "#lib/contract/notices.ts";
import { message, text } from "#lib/language/text.ts";
import { noticeTitles } from "./event-labels.ts";
import { describeNoticeCluster } from "./fact-descriptions.ts";
import { noticeLineName, noticeLinePath } from "./notice-line-labels.ts";

/** Content of a message to a destination (webhook or e-mail), before it is formatted. */
export interface MessageContent {
  /** Id of the message, the same for every attempt to send it. */
  readonly id: string;
  /** Notices to send; empty in a test message. */
  readonly notices: readonly RuleNotice[];
  /** Public URL of this Almanac with the garden's own prefix; undefined if not configured. */
  readonly url: string | undefined;
}

/** Notice as texts for a message. */
export interface MessageSection {
  readonly title: string;
  readonly lines: readonly { readonly cluster: string; readonly href: string | undefined; readonly words: string }[];
  /** Text below the clusters: the number of further clusters, and the name of the rule. */
  readonly foot: string;
}

export const testMessageText = message("This is a test. Notices of your watch rules will look like this one.");

/** Returns the subject line of a message. */
export function messageTitleOf({ notices }: MessageContent): string {
  const [first, ...more] = notices;
  if (first === undefined) return text("Almanac: a test");
  if (more.length > 0) {
    return text("Almanac: {notices, plural, one {# notice} other {# notices}}", { notices: notices.length });
  }
  const clusters = first.lines.length + first.more;
  const where =
    clusters === 1
      ? clusterName(first.lines[0])
      : text("{changes, plural, one {# change} other {# changes}}", { changes: clusters });
  return `Almanac: ${noticeTitles[first.event]}, ${where}`;
}

export function messageSectionsOf({ notices, url }: MessageContent): readonly MessageSection[] {
  return notices.map(({ event, lines, more, ruleName }) => ({
    title: text(noticeTitles[event]),
    lines: lines.map((line) => ({ cluster: clusterName(line), href: clusterUrl(line, url), words: labelOf(line) })),
    foot:
      more > 0
        ? text("And {more, plural, one {# more change} other {# more changes}}. By the rule {ruleName}", {
            more,
            ruleName,
          })
        : text("By the rule {ruleName}", { ruleName }),
  }));
}

/** Returns the URL of the page with notices and rules. */
export function noticesPageUrlOf({ url }: Pick<MessageContent, "url">): string | undefined {
  return url === undefined ? undefined : `${url}/notices`;
}

export function clusterUrl({ project, name }: NoticeCluster, url: string | undefined): string | undefined {
  return url === undefined ? undefined : `${url}${noticeLinePath({ project, name })}`;
}

function clusterName(line: NoticeCluster | undefined): string {
  return line === undefined ? "" : noticeLineName(line);
}

/** Describes a cluster's event with its time in UTC, because the receiver's time zone is unknown. */
function labelOf(line: NoticeCluster): string {
  const { at } = line;
  const what = describeNoticeCluster(line);
  return at === undefined ? what : `${what} (${at.slice(0, 16).replace("T", " ")} UTC)`;
}
