"use client";

import { clsx } from "clsx";
import { Pause, Play } from "lucide-react";
import { useLiveFleet } from "#components/data/live-fleet.tsx";
import { useClock } from "#components/data/use-clock.ts";
import { useLiveness } from "#components/data/use-liveness.ts";
import { Button } from "#components/ui/button.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "#components/ui/popover.tsx";
import { roleFill, roleText } from "#components/ui/role-classes.ts";
import { useNow } from "#components/ui/use-now.ts";
import type { Clock } from "#lib/view/clock.ts";
import { formatClockTime, formatDateTime, formatDuration } from "#lib/view/format-time.ts";
import type { Liveness } from "#lib/view/liveness.ts";

/** How old the data is, in words, with a pause for people whom movement disturbs. */
export function LiveIndicator() {
  const live = useLiveness();
  const now = useNow(1_000);
  const clock = useClock();
  const { pausedAt, setPaused } = useLiveFleet();
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button variant="ghost" size="sm" aria-label={`Data: ${words(live, now, clock)}`}>
          <span
            aria-hidden
            data-graphic
            className={clsx("size-2 rounded-full", roleFill[live.role], live.state === "loading" && "animate-breathe")}
          />
          <span className={clsx("max-sm:sr-only", live.state === "live" ? "text-secondary" : roleText[live.role])}>
            {words(live, now, clock)}
          </span>
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" className="w-80 p-4" aria-label="Live data">
        <p className="text-base font-semibold">{headline[live.state]}</p>
        <p className="mt-1 text-sm text-pretty text-secondary">{explain(live, clock)}</p>
        <Button className="mt-3" size="sm" onClick={() => setPaused(pausedAt === undefined)}>
          {pausedAt === undefined ? <Pause aria-hidden /> : <Play aria-hidden />}
          {pausedAt === undefined ? "Pause updates" : "Resume updates"}
        </Button>
      </PopoverContent>
    </Popover>
  );
}

const headline: Readonly<Record<Liveness["state"], string>> = {
  live: "Live",
  loading: "Connecting",
  delayed: "Delayed",
  offline: "Offline",
  paused: "Paused",
};

function words({ state, since }: Liveness, now: number, clock: Clock): string {
  switch (state) {
    case "delayed":
      return `Delayed (${formatDuration(now - (since ?? now))})`;
    case "offline":
    case "paused":
      return `${headline[state]} since ${formatClockTime(since ?? now, clock)}`;
    default:
      return headline[state];
  }
}

function explain({ state, since, cause }: Liveness, clock: Clock): string {
  const at = since === undefined ? "a moment ago" : formatDateTime(since, clock);
  if (state === "live") return "Changes in the garden appear here within a second or two.";
  if (state === "loading") return "The data is being read; changes follow as soon as the connection stands.";
  if (state === "paused") return `Showing the data as of ${at}. Nothing on this screen changes until you resume.`;
  if (cause === "garden")
    return `Almanac lost its connection to the garden (${at}) and tries again by itself. The last known data stays on screen.`;
  return `This browser lost its connection to Almanac (${at}) and tries again by itself. The last known data stays on screen.`;
}
