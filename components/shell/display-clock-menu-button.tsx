"use client";

import { Clock3 } from "lucide-react";
import { useUrlQuery } from "#components/data/address/url-query.ts";
import { useDisplayClockName, writeDisplayClockToUrl } from "#components/data/address/use-clock.ts";
import { useShortcut } from "#components/data/keys/use-shortcut.ts";
import { Button } from "#components/ui/button.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { LazyMenu } from "#components/ui/overlay/lazy-menu.tsx";
import { text } from "#lib/language/text.ts";
import { clockLabels, clockNames } from "#lib/words/clock.ts";

const load = () => import("./display-clock-menu-items.tsx");
const DisplayClockMenuItems = lazyComponent(async () => (await load()).DisplayClockMenuItems);

/** Menu button for the time zone of dates and windows, stored in the URL, so that shared links show the same times. */
export function DisplayClockMenuButton() {
  const query = useUrlQuery();
  const clock = useDisplayClockName();
  const next = clockNames[(clockNames.indexOf(clock) + 1) % clockNames.length] ?? "me";
  useShortcut("z", () => writeDisplayClockToUrl(query, next));
  const { short, long } = clockLabels[clock];
  const label = text("Clock: {short}, {long}", { short: text(short), long: text(long) });
  return (
    <LazyMenu
      items={<DisplayClockMenuItems />}
      preload={load}
      trigger={
        <Button variant="ghost" size="sm" title={label} aria-label={label} className="max-sm:px-1.5">
          <Clock3 aria-hidden />
          <span className="max-md:sr-only">{text(short)}</span>
        </Button>
      }
    />
  );
}
