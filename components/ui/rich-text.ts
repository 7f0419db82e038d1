import { createElement, Fragment, type ReactNode } from "react";
import { type Message, type TextValues, textParts } from "#lib/language/text.ts";

type Wrap = (content: ReactNode) => ReactNode;

/**
 * Says a message with parts that are more than text: `Read <link>more</link> about {name}.`
 *
 * @param source an ICU message in English, as it is written
 * @param values what stands for its arguments, and what each tag makes of its content. A part without words of its own is an
 * empty tag: `<state></state>`
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

/** As children that were written one after the other, which need no keys. */
function together(parts: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts);
}
