"use client";

import type { ReactNode } from "react";
import { Kbd } from "#components/ui/kbd.tsx";
import { type Section, sections, titleIdOf, useArrival } from "./section-keys.tsx";

interface SectionTitleProps {
  readonly id: Section;
  readonly children: ReactNode;
}

/** A heading that its number key jumps to. */
export function SectionTitle({ id, children }: SectionTitleProps) {
  useArrival(id);
  return (
    <h2 id={titleIdOf(id)} tabIndex={-1} className="flex scroll-mt-4 items-center gap-2 text-base font-semibold">
      {children}
      <span aria-hidden className="max-md:hidden">
        <Kbd>{sections.indexOf(id) + 1}</Kbd>
      </span>
    </h2>
  );
}
