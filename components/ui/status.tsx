import { clsx } from "clsx";
import type { ReactNode } from "react";
import { type Hue, hueSolidText, hueText } from "./hue-classes.ts";

interface StatusProps {
  readonly hue: Hue;
  readonly icon: ReactNode;
  readonly children: ReactNode;
  /** Unremarkable state: the word is subdued and only the icon has the hue. */
  readonly quiet?: boolean;
  /** Text is a sentence rather than a word and may wrap. */
  readonly wraps?: boolean;
}

/** Round icon with a word: the state of something. The square Tag shows a kind; the two never share a shape. */
export function Status({ hue, icon, children, quiet = false, wraps = false }: StatusProps) {
  return (
    <span data-slot="status" className={clsx("inline-flex min-w-0 gap-1.5", wraps ? "items-start" : "items-center")}>
      <span aria-hidden className={clsx("grid size-4 shrink-0 place-items-center [&_svg]:size-4", hueSolidText[hue])}>
        {icon}
      </span>
      <span
        className={clsx(wraps ? "text-pretty" : "truncate", quiet ? "text-secondary" : ["font-medium", hueText[hue]])}
      >
        {children}
      </span>
    </span>
  );
}
