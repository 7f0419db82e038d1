import { currentLanguage } from "#lib/language/language-bundle.ts";
import { message, text } from "#lib/language/text.ts";
import { markHiddenCharacters } from "#lib/strings/hidden-characters.ts";
import {
  type MessageContent,
  messageSectionsOf,
  messageTitleOf,
  noticesPageUrlOf,
  testMessageText,
} from "./message-content.ts";

/** Body of an e-mail with notices, as plain text and as HTML with the same content. */
export interface MailBody {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export function createMailBody(letter: MessageContent): MailBody {
  return { subject: oneLine(messageTitleOf(letter)), text: plainText(letter), html: htmlText(letter) };
}

function plainText(letter: MessageContent): string {
  const page = noticesPageUrlOf(letter);
  const parts = messageSectionsOf(letter).map(({ title, lines, foot }) =>
    [
      oneLine(title),
      ...lines.flatMap(({ cluster, href, words }) => [
        `- ${oneLine(cluster)}: ${oneLine(words)}`,
        ...(href === undefined ? [] : [`  ${href}`]),
      ]),
      oneLine(foot),
    ].join("\n"),
  );
  const whole = parts.length === 0 ? [text(testMessageText)] : parts;
  return `${[...whole, ...(page === undefined ? [] : [`${endLabels}\n${page}`])].join("\n\n")}\n`;
}

const endLabels = message("Notices, rules and where they are sent:");

function htmlText(letter: MessageContent): string {
  const page = noticesPageUrlOf(letter);
  const parts = messageSectionsOf(letter).map(({ title, lines, foot }) => {
    const items = lines.map(({ cluster, href, words }) => `<li>${link(href, cluster)}: ${escaped(words)}</li>`);
    return `<h2 style="font-size:1em">${escaped(title)}</h2><ul>${items.join("")}</ul><p>${escaped(foot)}</p>`;
  });
  const whole = parts.length === 0 ? `<p>${escaped(text(testMessageText))}</p>` : parts.join("");
  const end = page === undefined ? "" : `<p>${escaped(text(endLabels))} ${link(page, page)}</p>`;
  return `<!doctype html><html lang="${currentLanguage()}"><body>${whole}${end}</body></html>`;
}

function link(href: string | undefined, words: string): string {
  return href === undefined ? escaped(words) : `<a href="${escaped(href)}">${escaped(words)}</a>`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(words: string): string {
  return oneLine(words).replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

/** Replaces line breaks, so that names of clusters or rules cannot start a new line. */
function oneLine(words: string): string {
  return markHiddenCharacters(words.replace(/[\p{Cc}\u2028\u2029]+/gu, " "));
}
