import { Fragment, useMemo } from "react";
import { parseOperatorText } from "#lib/landscape-configuration/operator-text.ts";
import { OperatorLink } from "./operator-link.tsx";

/** Colours of notices by the severities of the operator's document. */
export const operatorHues = { error: "negative", warning: "caution", info: "info", success: "info" } as const;

/** A text of the operator: its paragraphs and links, without other markup. */
export function OperatorText({ text }: { readonly text: string }) {
  const paragraphs = useMemo(() => parseOperatorText(text), [text]);
  return paragraphs.map((parts, paragraph) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other identity.
    <span key={paragraph} className="block wrap-anywhere">
      {parts.map(({ words, href }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other identity.
        <Fragment key={index}>{href === undefined ? words : <OperatorLink url={href} title={words} />}</Fragment>
      ))}
    </span>
  ));
}
