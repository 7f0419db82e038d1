import type { WebhookShape } from "#lib/contract/destinations.ts";
import { text } from "#lib/language/text.ts";
import { markHiddenCharacters } from "#lib/strings/hidden-characters.ts";
import { noticeTitles } from "./event-labels.ts";
import { describeNoticeCluster } from "./fact-descriptions.ts";
import {
  clusterUrl,
  type MessageContent,
  messageSectionsOf,
  messageTitleOf,
  noticesPageUrlOf,
  testMessageText,
} from "./message-content.ts";

/** Maximum text length, so that chat services accept the text without splitting it. */
const longestText = 3_500;

/** Returns the body for a webhook of the given format. */
export function createWebhookBody(letter: MessageContent, shape: WebhookShape): string {
  return markHiddenCharacters(JSON.stringify(bodies[shape](letter)));
}

const bodies: Readonly<Record<WebhookShape, (letter: MessageContent) => object>> = {
  json: ownBody,
  slack: slackBody,
  teams: teamsBody,
};

/** Webhook body in Almanac's own format (docs/using.md): fields are never removed and never change their meaning. */
function ownBody(letter: MessageContent): object {
  const { id, notices, url } = letter;
  return {
    version: 1,
    id,
    kind: notices.length === 0 ? "test" : "notices",
    ...(url !== undefined && { url: noticesPageUrlOf(letter) }),
    notices: notices.map(({ id: notice, rule, ruleName, event, at, lines, more }) => ({
      id: notice,
      rule: { id: rule, name: ruleName },
      event,
      title: text(noticeTitles[event]),
      at,
      clusters: lines.map((line) => {
        const { project, name, at: since, fact } = line;
        return {
          project,
          name,
          what: describeNoticeCluster(line),
          ...(since !== undefined && { at: since }),
          ...(fact?.kind === "summary" && { summary: fact.summary }),
          url: clusterUrl(line, url),
        };
      }),
      more,
    })),
  };
}

/** Slack body, escaped to prevent mentions and links. @see https://docs.slack.dev/messaging/formatting-message-text */
function slackBody(letter: MessageContent): object {
  const page = noticesPageUrlOf(letter);
  const parts = messageSectionsOf(letter).map(({ title, lines, foot }) =>
    [
      `*${slackText(title)}*`,
      ...lines.map(({ cluster, href, words }) => {
        const name = slackText(cluster);
        return `• ${href === undefined ? name : `<${href}|${name}>`} ${slackText(words)}`;
      }),
      `_${slackText(foot)}_`,
    ].join("\n"),
  );
  const words = parts.length === 0 ? text(testMessageText) : parts.join("\n\n");
  const foot = page === undefined ? "" : `\n<${page}|${text("Notices in Almanac")}>`;
  return { text: `${cut(words)}${foot}`, unfurl_links: false, unfurl_media: false };
}

function slackText(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Returns an adaptive card for Microsoft Teams workflows. Text runs are rendered literally, without Markdown. */
function teamsBody(letter: MessageContent): object {
  const page = noticesPageUrlOf(letter);
  const parts = messageSectionsOf(letter);
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body: [
      block([run(messageTitleOf(letter), { weight: "Bolder" })]),
      ...(parts.length === 0 ? [block([run(text(testMessageText))])] : []),
      ...parts.flatMap(({ title, lines, foot }) => [
        ...(parts.length > 1 ? [block([run(title, { weight: "Bolder" })])] : []),
        ...lines.map(({ cluster, href, words }) =>
          block([
            run(cluster, href === undefined ? {} : { selectAction: { type: "Action.OpenUrl", url: href } }),
            run(` ${words}`),
          ]),
        ),
        block([run(foot, { isSubtle: true })]),
      ]),
    ],
    ...(page !== undefined && { actions: [{ type: "Action.OpenUrl", title: text("Notices in Almanac"), url: page }] }),
  };
  const contentType = "application/vnd.microsoft.card.adaptive";
  return { type: "message", attachments: [{ contentType, contentUrl: null, content }] };
}

function block(inlines: readonly object[]): object {
  return { type: "RichTextBlock", inlines };
}

function run(words: string, look: object = {}): object {
  return { type: "TextRun", text: cut(words), ...look };
}

function cut(words: string): string {
  return words.length > longestText ? `${words.slice(0, longestText)}…` : words;
}
