import type { ReactNode } from "react";

interface FactRowProps {
  readonly name: string;
  readonly children: ReactNode;
}

/** Line of a list of facts: the name and what it is. */
export function FactRow({ name, children }: FactRowProps) {
  return (
    <div className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-4 sm:grid-cols-[12rem_minmax(0,1fr)] py-1.5">
      <dt className="text-secondary">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}
