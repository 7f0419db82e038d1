"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";

interface LinkTab {
  readonly href: string;
  readonly label: string;
}

interface LinkTabsProps {
  readonly label: string;
  readonly tabs: readonly LinkTab[];
  /** The query that travels along to each of them. */
  readonly suffix?: string;
}

/** Tabs that are pages of their own: links with an address, so they are announced as navigation and not as tab panels. */
export function LinkTabs({ label, tabs, suffix = "" }: LinkTabsProps) {
  const path = usePathname();
  return (
    <nav aria-label={label} className="scrollbar-thin -mb-px flex gap-1 overflow-x-auto">
      {tabs.map(({ href, label: text }) => (
        <Link
          key={href}
          href={`${href}${suffix}`}
          aria-current={path === href ? "page" : undefined}
          className="focus-inset rounded-t-control border-b-2 border-transparent px-3 py-2 text-base font-medium whitespace-nowrap text-secondary transition-colors hover:text-ink aria-[current=page]:border-primary aria-[current=page]:text-ink"
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
