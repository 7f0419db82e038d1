import { createElement, Fragment, type ReactNode } from "react";
import { type Message, type TextValues, textParts } from "#lib/language/text.ts";

type Wrap = (content: ReactNode) => ReactNode;

/**
 * Formats a message that contains elements: `Read <link>more</link> about {name}.`
 *
 * @param source ICU message in English, as written in the code
 * @param values values of its arguments, and for each tag a function that wraps its content. An element without content
 * is an empty tag: `<state></state>`
 */
export function richText<Source extends string>(
  source: string extends Source ? Message : Source | Message,
  values: Readonly<Record<string, TextValues[string] | Wrap>>,
): ReactNode;
export function richText(
  source: string | Message,
  values: Readonly<Record<string, TextValues[string] | Wrap>>,
): ReactNode {
  const parts = textParts<ReactNode>(
    source,
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === "function" ? (content: readonly ReactNode[]) => value(together(content)) : value,
      ]),
    ),
  );
  return together(parts);
}

/** Returns the parts as static children, which React renders without keys. */
function together(parts: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts);
}
