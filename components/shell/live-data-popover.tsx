import { Pause, Play } from "lucide-react";
import type { RefObject } from "react";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { useLiveFleet } from "#components/data/live/live-fleet.tsx";
import { Button } from "#components/ui/button.tsx";
import { Popover } from "#components/ui/overlay/popover.tsx";
import { type ScreenLiveness, screenLivenessLabels } from "#lib/fleet/liveness.ts";
import { text } from "#lib/language/text.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import { formatDateTime } from "#lib/words/format-time.ts";
import { NewerGardenlets } from "./newer-gardenlets.tsx";

interface LiveExplanationProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly live: ScreenLiveness;
  readonly onClose: () => void;
}

export function LiveDataPopover({ anchor, live, onClose }: LiveExplanationProps) {
  const clock = useDisplayClock();
  const { pausedAt, setPaused } = useLiveFleet();
  return (
    <Popover anchor={anchor} onClose={onClose} label={text("Live data")} className="w-80">
      <p className="text-base font-semibold">{text(screenLivenessLabels[live.state])}</p>
      <p className="mt-1 text-sm text-pretty text-secondary">{explain(live, clock)}</p>
      <Button className="mt-3" size="sm" onClick={() => setPaused(pausedAt === undefined)}>
        {pausedAt === undefined ? <Pause aria-hidden /> : <Play aria-hidden />}
        {pausedAt === undefined ? text("Pause updates") : text("Resume updates")}
      </Button>
      <NewerGardenlets />
    </Popover>
  );
}

function explain({ state, since, cause }: ScreenLiveness, clock: DisplayClock): string {
  const at = since === undefined ? text("a moment ago") : formatDateTime(since, clock);
  if (state === "live") return text("Changes in the garden appear here within a second or two.");
  if (state === "partly")
    return text("Cluster changes appear here within a second or two. Each page names the data that is not live.");
  if (state === "waiting")
    return text(
      "Almanac has not read everything it needs from the garden yet, so this page shows nothing. It updates as soon as the garden answers.",
    );
  if (state === "loading") return text("Loading data. Changes follow once connected.");
  if (state === "paused")
    return text("Showing the data as of {at}. Nothing on this screen changes until you resume.", { at });
  if (cause === "garden")
    return text(
      "Almanac lost its connection to the garden ({at}) and retries automatically. You see the last known data.",
      { at },
    );
  return text(
    "This browser lost its connection to Almanac ({at}) and retries automatically. You see the last known data.",
    { at },
  );
}
