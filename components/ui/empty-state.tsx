import type { ReactNode } from "react";

interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** Level of the heading, to fit into the surrounding page. */
  readonly heading?: "h1" | "h2";
}

/** Message in place of empty content: why there is nothing to show, and what the user can do. */
export function EmptyState({ icon, title, children, action, heading: Heading = "h2" }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-6 py-16 text-center">
      {icon !== undefined && (
        <span
          aria-hidden
          className="mb-4 grid size-12 place-items-center rounded-card border border-hairline bg-surface text-tertiary [&_svg]:size-6"
        >
          {icon}
        </span>
      )}
      <Heading className="text-md font-semibold text-balance">{title}</Heading>
      <div className="mt-1.5 max-w-full text-base text-pretty wrap-anywhere text-secondary">{children}</div>
      {action !== undefined && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
