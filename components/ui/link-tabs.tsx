import { useEffect, useRef } from "react";
import { Link } from "./address/link.tsx";
import { usePagePath } from "./address/use-page-path.ts";

interface LinkTab {
  readonly href: string;
  readonly label: string;
  /** Whether the pages below its address belong to the tab. */
  readonly coversBelow?: boolean;
}

interface LinkTabsProps {
  readonly label: string;
  readonly tabs: readonly LinkTab[];
  /** Query string to append to the link of each tab. */
  readonly suffix?: string;
}

/**
 * Tabs that are links to separate pages, and therefore announced as navigation instead of tab panels. If not all fit,
 * the current tab is scrolled into view.
 */
export function LinkTabs({ label, tabs, suffix = "" }: LinkTabsProps) {
  const path = usePagePath();
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on another page another tab is the current one.
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>("[aria-current]");
    if (!nav.current || !current) return;
    nav.current.scrollLeft = current.offsetLeft - (nav.current.clientWidth - current.offsetWidth) / 2;
  }, [path]);
  return (
    <nav ref={nav} aria-label={label} className="scrollbar-thin relative -mb-px flex gap-1 overflow-x-auto">
      {tabs.map(({ href, label: text, coversBelow = false }) => (
        <Link
          key={href}
          href={`${href}${suffix}`}
          aria-current={path === href || (coversBelow && path.startsWith(`${href}/`)) ? "page" : undefined}
          className="focus-inset rounded-t-control border-b-2 border-transparent px-3 py-2 text-base font-medium whitespace-nowrap text-secondary transition-colors hover:text-ink aria-[current=page]:border-primary aria-[current=page]:text-ink"
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
