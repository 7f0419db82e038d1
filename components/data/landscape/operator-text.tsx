import { Fragment } from "react";
import { parseOperatorText } from "#lib/landscape-configuration/operator-text.ts";
import { OperatorLink } from "./operator-link.tsx";

/** A text of the operator: its paragraphs and links, without other markup. */
export function OperatorText({ text }: { readonly text: string }) {
  return parseOperatorText(text).map((parts, paragraph) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other identity.
    <span key={paragraph} className="block wrap-anywhere">
      {parts.map(({ words, href }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other identity.
        <Fragment key={index}>{href === undefined ? words : <OperatorLink url={href} title={words} />}</Fragment>
      ))}
    </span>
  ));
}
