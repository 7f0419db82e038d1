import { clsx } from "clsx";
import type { ReactNode } from "react";
import { text } from "#lib/language/text.ts";
import { gardenPrefix } from "#lib/strings/garden-address.ts";
import type { GardenNumber } from "#lib/view/gardens/across-gardens.ts";

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

interface GardenLinkItemProps {
  /** Numbers of clusters that the item is about, with their lists. */
  readonly parts: readonly GardenNumber[];
  readonly children: ReactNode;
  readonly className?: string;
}

/** Item of a list across gardens, with a link to its clusters in each garden. */
export function GardenLinkItem({ parts, children, className }: GardenLinkItemProps) {
  return (
    <li className={clsx("flex flex-wrap items-baseline gap-x-3", className)}>
      {children}
      <span className="flex flex-wrap gap-x-3 text-sm">
        {parts.map(({ garden, count, href }) => (
          <GardenLink key={garden} garden={garden} href={href}>
            {text("{clusters, plural, one {# cluster} other {# clusters}} in {garden}", { clusters: count, garden })}
          </GardenLink>
        ))}
      </span>
    </li>
  );
}
