import { useState } from "react";
import { text } from "#lib/language/text.ts";

const shortest = 160;

/** Unmodified text from the garden; a long text is collapsed at first. */
export function LongText({ text: whole }: { readonly text: string | undefined }) {
  const [open, setOpen] = useState(false);
  if (whole === undefined || whole === "") return <span className="text-tertiary">{text("no message")}</span>;
  const long = whole.length > shortest;
  return (
    <span data-verbatim className="break-words whitespace-pre-line">
      {long && !open ? `${whole.slice(0, shortest).trimEnd()}…` : whole}{" "}
      {long && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="rounded-tag font-medium text-link hover:underline"
        >
          {open ? text("Less") : text("View all")}
        </button>
      )}
    </span>
  );
}
