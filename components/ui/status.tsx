import { clsx } from "clsx";
import type { ReactNode } from "react";
import { type Hue, hueSolidTextClasses, hueTextClasses } from "./hue-classes.ts";

interface StatusProps {
  readonly hue: Hue;
  readonly icon: ReactNode;
  readonly children: ReactNode;
  /** Whether the state is normal: the text is grey and only the icon has a colour. */
  readonly quiet?: boolean;
  /** Whether the text is a sentence that may wrap. */
  readonly wraps?: boolean;
}

/** Label of a state: a round icon with a word. Kinds are shown by the square `Tag` instead. */
export function Status({ hue, icon, children, quiet = false, wraps = false }: StatusProps) {
  return (
    <span data-slot="status" className={clsx("inline-flex min-w-0 gap-1.5", wraps ? "items-start" : "items-center")}>
      <span
        aria-hidden
        className={clsx("grid size-4 shrink-0 place-items-center [&_svg]:size-4", hueSolidTextClasses[hue])}
      >
        {icon}
      </span>
      <span
        className={clsx(
          wraps ? "text-pretty" : "truncate",
          quiet ? "text-secondary" : ["font-medium", hueTextClasses[hue]],
        )}
      >
        {children}
      </span>
    </span>
  );
}
