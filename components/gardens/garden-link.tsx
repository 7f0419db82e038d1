import { clsx } from "clsx";
import type { ReactNode } from "react";
import { text } from "#lib/language/text.ts";
import { gardenPrefix } from "#lib/strings/garden-address.ts";
import type { GardenClusterCount } from "#lib/view/gardens/across-gardens.ts";

interface GardenLinkProps {
  readonly garden: string;
  /** Path within the garden, without the garden's prefix. */
  readonly href: string;
  readonly children: ReactNode;
}

/** Link to a page of a garden. It loads a new document, because a document shows only one garden. */
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
  /** Number of affected clusters or projects in each garden, with a link to them. */
  readonly parts: readonly GardenClusterCount[];
  readonly children: ReactNode;
  readonly className?: string;
}

/** List item about several gardens, with a link to what is affected in each garden. */
export function GardenLinkItem({ parts, children, className }: GardenLinkItemProps) {
  return (
    <li className={clsx("flex flex-wrap items-baseline gap-x-3", className)}>
      {children}
      <span className="flex flex-wrap gap-x-3 text-sm">
        {parts.map(({ garden, count, counts, href }) => (
          <GardenLink key={garden} garden={garden} href={href}>
            {counts === "projects"
              ? text("{projects, plural, one {# project} other {# projects}} in {garden}", { projects: count, garden })
              : text("{clusters, plural, one {# cluster} other {# clusters}} in {garden}", { clusters: count, garden })}
          </GardenLink>
        ))}
      </span>
    </li>
  );
}
