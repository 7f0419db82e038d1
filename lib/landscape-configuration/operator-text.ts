import { isWebLink } from "#lib/strings/web-link.ts";

/** Part of a text of the operator: words, or words that are a link. */
export interface OperatorTextPart {
  readonly words: string;
  /** http or https address. */
  readonly href?: string;
}

/** A link in HTML or Markdown, an address in angle brackets, or a bare address without the full stop after it. */
const links =
  /<a\s[^<>]{0,2000}?href=(?:"([^"]{1,2000})"|'([^']{1,2000})')[^<>]{0,2000}>([^<]{0,500})<\/a>|\[([^\]]{1,500})\]\(([^)\s]{1,2000})\)|<(https?:\/\/[^\s>]{1,2000})>|(https?:\/\/[^\s<>"')\]]{0,2000}[^\s<>"')\].,;:!?])/gi;
const paragraphs = /<\/?(?:p|br|div|li|ul|ol|h[1-6])(?:\s[^<>]{0,2000})?\/?>/gi;
const otherTags = /<\/?[a-z][^<>]{0,2000}>/gi;
const emphasis = /\*\*([^*\n]{1,500})\*\*|__([^_\n]{1,500})__|`([^`\n]{1,500})`/g;
const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": " ",
};

/**
 * Splits a text of the operator, which Gardener's dashboard renders as Markdown and HTML, into paragraphs of words and
 * links. Everything else of the markup is dropped, so that nothing of it becomes part of a page.
 */
export function parseOperatorText(text: string): readonly (readonly OperatorTextPart[])[] {
  return text
    .replace(paragraphs, "\n\n")
    .split(/\n\s*\n/)
    .map((paragraph) => partsOf(paragraph.trim()))
    .filter((parts) => parts.length > 0);
}

/** A text of the operator in one line, without its links. */
export function plainOperatorText(text: string): string {
  return parseOperatorText(text)
    .map((parts) => parts.map(({ words }) => words).join(""))
    .join(" ")
    .trim();
}

function partsOf(paragraph: string): readonly OperatorTextPart[] {
  const parts: OperatorTextPart[] = [];
  let at = 0;
  for (const found of paragraph.matchAll(links)) {
    const [whole, quoted, apostrophed, htmlWords, markdownWords, markdownHref, bracketed, bare] = found;
    add(parts, { words: withoutMarkup(paragraph.slice(at, found.index)) });
    const href = decoded(quoted ?? apostrophed ?? markdownHref ?? bracketed ?? bare ?? "");
    const words = withoutMarkup(htmlWords ?? markdownWords ?? href);
    add(parts, isWebLink(href) ? { words: words === "" ? href : words, href } : { words });
    at = found.index + whole.length;
  }
  add(parts, { words: withoutMarkup(paragraph.slice(at)) });
  return parts;
}

function add(parts: OperatorTextPart[], part: OperatorTextPart): void {
  if (part.words !== "") parts.push(part);
}

function withoutMarkup(markup: string): string {
  const words = markup.replace(otherTags, "").replace(emphasis, (_whole, bold, strong, code) => bold ?? strong ?? code);
  return decoded(words).replace(/\s+/g, " ");
}

function decoded(markup: string): string {
  return markup.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity);
}
