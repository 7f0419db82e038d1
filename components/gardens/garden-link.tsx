import { clsx } from "clsx";
import type { ReactNode } from "react";
import { text } from "#lib/language/text.ts";
import { gardenPrefix } from "#lib/strings/garden-address.ts";

interface GardenLinkProps {
  readonly garden: string;
  /** Path within the garden, without its prefix. */
  readonly href: string;
  readonly children: ReactNode;
}

/** Link to a page of a garden. Loads a new document, because a document is bound to one garden. */
export function GardenLink({ garden, href, children }: GardenLinkProps) {
  return (
    <a
      href={`${gardenPrefix(garden)}${href}`}
      className="inline-flex min-h-6 items-center gap-1 whitespace-nowrap text-link tabular-nums hover:underline"
    >
      {children}
    </a>
  );
}

interface GardenLineProps extends Omit<GardenLinkProps, "children"> {
  /** Number of clusters that the line is about and its link lists. */
  readonly clusters: number;
  readonly children: ReactNode;
  readonly className?: string;
}

/** Line of a list across gardens, with a link to its clusters. */
export function GardenLinkItem({ garden, href, clusters, children, className }: GardenLineProps) {
  return (
    <li className={clsx("flex flex-wrap items-baseline gap-x-3", className)}>
      {children}
      <span className="text-sm">
        <GardenLink garden={garden} href={href}>
          {text("{clusters, plural, one {# cluster} other {# clusters}} in {garden}", { clusters, garden })}
        </GardenLink>
      </span>
    </li>
  );
}
