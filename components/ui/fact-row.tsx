import type { ReactNode } from "react";

interface FactRowProps {
  readonly name: string;
  readonly children: ReactNode;
}

/** Line of a list of facts: the name and what it is. */
export function FactRow({ name, children }: FactRowProps) {
  return (
    <div className="grid grid-cols-[minmax(7rem,12rem)_minmax(0,1fr)] gap-x-4 py-1.5">
      <dt className="text-secondary">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}
