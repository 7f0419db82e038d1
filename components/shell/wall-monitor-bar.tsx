import { clsx } from "clsx";
import { X } from "lucide-react";
import { useEffect, useLayoutEffect } from "react";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { useCrossPageQueryString } from "#components/data/address/use-cross-page-query-string.ts";
import { Link } from "#components/ui/address/link.tsx";
import { useOpenPage } from "#components/ui/address/use-open-page.ts";
import { usePagePath } from "#components/ui/address/use-page-path.ts";
import { buttonVariants } from "#components/ui/button.tsx";
import { Logo } from "#components/ui/logo.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { secondMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { formatClockTime } from "#lib/words/format-time.ts";
import { GardenName } from "./garden-name.tsx";
import { LiveIndicator } from "./live-indicator.tsx";
import { navigationEntries } from "./navigation-entries.ts";

/** Pages that a wall monitor shows in turn. */
const wallPages = navigationEntries.filter(({ href }) => ["/", "/forecast", "/operations"].includes(href));

/** Wall monitor bar: garden, page, age of the data, and time; opens the next page after the given seconds. */
export function WallMonitorBar({ seconds }: { readonly seconds: number }) {
  const path = usePagePath();
  const query = useCrossPageQueryString();
  const openPage = useOpenPage();
  const now = useNow(secondMs);
  const clock = useDisplayClock();
  useLargeType();
  const place = wallPages.findIndex(({ href }) => href === path);
  const next = wallPages[(place + 1) % wallPages.length]?.href ?? "/";
  useEffect(() => {
    const address = `${next}${query}${query === "" ? "?" : "&"}wall=${seconds}`;
    const timer = setTimeout(() => openPage(address, "replace"), seconds * secondMs);
    return () => clearTimeout(timer);
  }, [next, query, seconds, openPage]);
  return (
    <header className="flex h-10 shrink-0 items-center gap-3 border-b border-hairline px-4 text-sm">
      <Logo className="size-5 shrink-0" />
      <GardenName />
      <ol aria-label={text("Pages")} className="flex gap-3">
        {wallPages.map(({ href, label }) => (
          <li
            key={href}
            {...(href === path && { "aria-current": "page" as const })}
            className={clsx(href === path ? "font-semibold text-ink" : "text-tertiary")}
          >
            {text(label)}
          </li>
        ))}
      </ol>
      <span className="ml-auto flex items-center gap-3">
        <LiveIndicator />
        <time className="tabular-nums">{now === 0 ? "" : formatClockTime(now, clock)}</time>
        <Link
          href={`${path}${query}`}
          aria-label={text("Leave the monitor view")}
          className={buttonVariants({ variant: "ghost", size: "iconSm" })}
        >
          <X aria-hidden />
        </Link>
      </span>
    </header>
  );
}

/** Hides the navigation and enlarges all text while the bar is mounted; the styles are in app/globals.css. */
function useLargeType(): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.wall = "";
    return () => {
      delete dataset.wall;
    };
  }, []);
}
