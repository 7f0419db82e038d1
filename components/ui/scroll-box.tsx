import { clsx } from "clsx";
import type { ReactNode } from "react";

interface ScrollBoxProps {
  /** Accessible name, which screen readers announce when the box gets the focus. */
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Box in which wide content scrolls horizontally, by pointer or keyboard. */
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
