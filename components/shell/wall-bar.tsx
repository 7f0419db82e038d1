import { clsx } from "clsx";
import { X } from "lucide-react";
import { useEffect, useLayoutEffect } from "react";
import { useClock } from "#components/data/address/use-clock.ts";
import { useTravellingQuery } from "#components/data/address/use-travelling-query.ts";
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
import { navigation } from "./navigation.ts";

/** Pages that a monitor turns through. */
const wallPages = navigation.filter(({ href }) => ["/", "/forecast", "/operations"].includes(href));

/** Bar of a monitor: garden, page, age of the data and time. Turns to the next page after `seconds`. */
export function WallBar({ seconds }: { readonly seconds: number }) {
  const path = usePagePath();
  const query = useTravellingQuery();
  const openPage = useOpenPage();
  const now = useNow(secondMs);
  const clock = useClock();
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

/** Hides the usual frame and enlarges the type, for as long as the bar is there (app/globals.css). */
function useLargeType(): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.wall = "";
    return () => {
      delete dataset.wall;
    };
  }, []);
}
