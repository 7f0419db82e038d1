import type { ReactNode } from "react";

interface ProjectFactProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** Line of a list of facts about a project. */
export function ProjectFact({ label, children }: ProjectFactProps) {
  return (
    <div className="grid grid-cols-[minmax(7rem,10rem)_minmax(0,1fr)] gap-x-4 py-1.5">
      <dt className="text-secondary">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}
