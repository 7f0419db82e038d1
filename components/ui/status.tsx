import { clsx } from "clsx";
import type { ReactNode } from "react";
import { type Role, roleText, solidText } from "./role-classes.ts";

interface StatusProps {
  readonly hue: Role;
  readonly icon: ReactNode;
  readonly children: ReactNode;
  /** Nothing to look at: the word steps back and the icon alone carries the hue. */
  readonly quiet?: boolean;
  /** A sentence rather than a word: it goes on in the next line. */
  readonly wraps?: boolean;
}

/** A round mark with its word: how something is. The square Tag says of what kind it is; the two never share a shape. */
export function Status({ hue, icon, children, quiet = false, wraps = false }: StatusProps) {
  return (
    <span data-slot="status" className={clsx("inline-flex min-w-0 gap-1.5", wraps ? "items-start" : "items-center")}>
      <span aria-hidden className={clsx("grid size-4 shrink-0 place-items-center [&_svg]:size-4", solidText[hue])}>
        {icon}
      </span>
      <span
        className={clsx(wraps ? "text-pretty" : "truncate", quiet ? "text-secondary" : ["font-medium", roleText[hue]])}
      >
        {children}
      </span>
    </span>
  );
}
