import type { ReactNode } from "react";
import { Kbd } from "#components/ui/kbd.tsx";

interface SectionTitleProps {
  readonly id: string;
  /** The key that leads here. */
  readonly number: number;
  readonly children: ReactNode;
}

/** A heading that its number key jumps to. */
export function SectionTitle({ id, number, children }: SectionTitleProps) {
  return (
    <h2 id={`${id}-title`} tabIndex={-1} className="flex scroll-mt-4 items-center gap-2 text-base font-semibold">
      {children}
      <span aria-hidden className="max-md:hidden">
        <Kbd>{number}</Kbd>
      </span>
    </h2>
  );
}
