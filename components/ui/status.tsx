import { clsx } from "clsx";
import type { ReactNode } from "react";
import { type Role, roleText, solidText } from "./role-classes.ts";

interface StatusProps {
  readonly hue: Role;
  readonly icon: ReactNode;
  readonly children: ReactNode;
  /** Nothing to look at: the word steps back and the icon alone carries the hue. */
  readonly quiet?: boolean;
}

/** A round mark with its word: how something is. The square Tag says of what kind it is; the two never share a shape. */
export function Status({ hue, icon, children, quiet = false }: StatusProps) {
  return (
    <span data-slot="status" className="inline-flex min-w-0 items-center gap-1.5">
      <span aria-hidden className={clsx("grid size-4 shrink-0 place-items-center [&_svg]:size-4", solidText[hue])}>
        {icon}
      </span>
      <span className={clsx("truncate", quiet ? "text-secondary" : ["font-medium", roleText[hue]])}>{children}</span>
    </span>
  );
}
