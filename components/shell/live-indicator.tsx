"use client";

import { clsx } from "clsx";
import { Suspense, useRef, useState } from "react";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { useLiveDataStatus } from "#components/data/live/use-live-data-status.ts";
import { Button } from "#components/ui/button.tsx";
import { hueFillClasses, hueTextClasses } from "#components/ui/hue-classes.ts";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { type ScreenLiveness, screenLivenessLabels } from "#lib/fleet/liveness.ts";
import { text } from "#lib/language/text.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import { formatClockTime, formatDuration } from "#lib/words/format-time.ts";

const LiveDataPopover = lazyComponent(async () => (await import("./live-data-popover.tsx")).LiveDataPopover);

/** Button with the age of the data. Opens an explanation, and lets users pause updates if movement disturbs them. */
export function LiveIndicator() {
  const live = useLiveDataStatus();
  const now = useNow(1_000);
  const clock = useDisplayClock();
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const said = connectionLabel(live, now, clock);
  const label = text("Data: {state}", { state: said });
  return (
    <>
      <Button
        ref={anchor}
        variant="ghost"
        size="sm"
        title={label}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span
          aria-hidden
          data-graphic
          className={clsx(
            "size-2 rounded-full",
            hueFillClasses[live.role],
            live.state === "loading" && "animate-breathe",
          )}
        />
        {live.state !== "live" && (
          <span aria-hidden className={`sm:hidden ${hueTextClasses[live.role]}`}>
            {text(screenLivenessLabels[live.state])}
          </span>
        )}
        <span className={clsx("max-sm:sr-only", live.state === "live" ? "text-secondary" : hueTextClasses[live.role])}>
          {said}
        </span>
      </Button>
      <Suspense>{open && <LiveDataPopover anchor={anchor} live={live} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

function connectionLabel({ state, since }: ScreenLiveness, now: number, clock: DisplayClock): string {
  switch (state) {
    case "delayed":
      return text("Delayed ({duration})", { duration: formatDuration(now - (since ?? now)) });
    case "offline":
    case "paused":
      return text("{state} since {time}", {
        state: text(screenLivenessLabels[state]),
        time: formatClockTime(since ?? now, clock),
      });
    default:
      return text(screenLivenessLabels[state]);
  }
}
