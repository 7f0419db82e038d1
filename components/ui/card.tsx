import { clsx } from "clsx";
import type { ReactNode } from "react";

interface CardProps {
  readonly id: string;
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  /** Whether to omit the inner padding, for tables that reach the edges of the card. */
  readonly flush?: boolean;
}

/** Card as a section of a page, with a heading that links can lead to. */
export function Card({ id, title, aside, children, flush = false }: CardProps) {
  return (
    <section aria-labelledby={`${id}-title`} id={id} className="rounded-card border border-hairline bg-canvas">
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-hairline px-4 py-2">
        <h2 id={`${id}-title`} className="text-base font-semibold">
          {title}
        </h2>
        {aside}
      </header>
      <div className={clsx(!flush && "px-4 py-3.5")}>{children}</div>
    </section>
  );
}
