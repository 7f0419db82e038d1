import { clsx } from "clsx";
import type { ReactNode } from "react";
import { text } from "#lib/language/text.ts";
import { gardenPrefix } from "#lib/text/garden-address.ts";

interface GardenLinkProps {
  readonly garden: string;
  /** As pages of the garden write it. */
  readonly href: string;
  readonly children: ReactNode;
}

/** Leads to a page of a garden, as a new document: a document knows one garden only. */
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
  /** Those that the line is about, and that the link lists. */
  readonly clusters: number;
  readonly children: ReactNode;
  readonly className?: string;
}

/** A line of a list over all gardens, with its clusters in theirs. */
export function GardenLine({ garden, href, clusters, children, className }: GardenLineProps) {
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
