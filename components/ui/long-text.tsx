"use client";

import { useState } from "react";

const shortest = 160;

/** A text from the garden, word for word: in full, but a long one only on demand. */
export function LongText({ text }: { readonly text: string | undefined }) {
  const [open, setOpen] = useState(false);
  if (text === undefined || text === "") return <span className="text-tertiary">no message</span>;
  const long = text.length > shortest;
  return (
    <span data-verbatim className="break-words whitespace-pre-line">
      {long && !open ? `${text.slice(0, shortest).trimEnd()}…` : text}{" "}
      {long && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="rounded-tag font-medium text-link hover:underline"
        >
          {open ? "Less" : "View all"}
        </button>
      )}
    </span>
  );
}
