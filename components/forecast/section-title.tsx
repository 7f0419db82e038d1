"use client";

import type { ReactNode } from "react";
import { text } from "#lib/language/text.ts";
import { type Section, sections, titleIdOf, useArrival } from "./section-keys.tsx";

interface SectionTitleProps {
  readonly id: Section;
  readonly children: ReactNode;
}

/** A heading that its number key jumps to. */
export function SectionTitle({ id, children }: SectionTitleProps) {
  useArrival(id);
  return (
    <h2
      id={titleIdOf(id)}
      tabIndex={-1}
      title={text("Press {key} to get here", { key: sections.indexOf(id) + 1 })}
      className="flex scroll-mt-4 items-center gap-2 text-base font-semibold"
    >
      {children}
    </h2>
  );
}
