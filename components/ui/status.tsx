import { clsx } from "clsx";
import type { ReactNode } from "react";
import { type Role, roleText, solidText } from "./role-classes.ts";

interface StatusProps {
  readonly role: Role;
  readonly icon: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}

/** A round mark with its word: how something is. The square Tag says of what kind it is; the two never share a shape. */
export function Status({ role, icon, children, className }: StatusProps) {
  return (
    <span data-slot="status" className={clsx("inline-flex min-w-0 items-center gap-1.5", className)}>
      <span aria-hidden className={clsx("grid size-4 shrink-0 place-items-center [&_svg]:size-4", solidText[role])}>
        {icon}
      </span>
      <span className={clsx("truncate font-medium", roleText[role])}>{children}</span>
    </span>
  );
}
