import type { ReactNode } from "react";

/** Name and value of a fact in a card of the session page. */
export function SessionFact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="grid grid-cols-[9rem_1fr] gap-x-4 gap-y-1 py-1.5 max-sm:grid-cols-1">
      <dt className="text-secondary">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
