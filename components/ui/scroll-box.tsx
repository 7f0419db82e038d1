import { clsx } from "clsx";
import type { ReactNode } from "react";

interface ScrollBoxProps {
  /** What a reader hears on reaching it. */
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A box that what is wider than the page scrolls in, with the pointer and with the keys. */
export function ScrollBox({ label, className, children }: ScrollBoxProps) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard.
      tabIndex={0}
      aria-label={label}
      className={clsx("scrollbar-thin focus-inset relative overflow-x-auto", className)}
    >
      {children}
    </section>
  );
}
