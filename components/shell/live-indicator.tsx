"use client";

import { clsx } from "clsx";
import { Suspense, useRef, useState } from "react";
import { useClock } from "#components/data/address/use-clock.ts";
import { useLiveness } from "#components/data/live/use-liveness.ts";
import { Button } from "#components/ui/button.tsx";
import { hueFill, hueText } from "#components/ui/hue-classes.ts";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { type Liveness, livenessLabels } from "#lib/fleet/liveness.ts";
import { text } from "#lib/language/text.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import { formatClockTime, formatDuration } from "#lib/words/format-time.ts";

const LiveExplanation = lazyComponent(async () => (await import("./live-explanation.tsx")).LiveExplanation);

/** Age of the data in words; opens an explanation, and a pause for users disturbed by movement. */
export function LiveIndicator() {
  const live = useLiveness();
  const now = useNow(1_000);
  const clock = useClock();
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const said = connectionLabel(live, now, clock);
  return (
    <>
      <Button
        ref={anchor}
        variant="ghost"
        size="sm"
        aria-label={text("Data: {state}", { state: said })}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span
          aria-hidden
          data-graphic
          className={clsx("size-2 rounded-full", hueFill[live.role], live.state === "loading" && "animate-breathe")}
        />
        <span className={clsx("max-sm:sr-only", live.state === "live" ? "text-secondary" : hueText[live.role])}>
          {said}
        </span>
      </Button>
      <Suspense>{open && <LiveExplanation anchor={anchor} live={live} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

function connectionLabel({ state, since }: Liveness, now: number, clock: DisplayClock): string {
  switch (state) {
    case "delayed":
      return text("Delayed ({duration})", { duration: formatDuration(now - (since ?? now)) });
    case "offline":
    case "paused":
      return text("{state} since {time}", {
        state: text(livenessLabels[state]),
        time: formatClockTime(since ?? now, clock),
      });
    default:
      return text(livenessLabels[state]);
  }
}
