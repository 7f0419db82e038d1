"use client";

import { Check, LoaderCircle } from "lucide-react";
import { useClock } from "#components/data/address/use-clock.ts";
import { Card } from "#components/ui/card.tsx";
import { text } from "#lib/language/text.ts";
import type { SeenStep } from "#lib/view/deletion/seen-steps.ts";
import { wallTime } from "#lib/words/clock.ts";

/** The steps that this page saw while it was open. It knows of no others, and says so. */
export function StepsCard({ steps, gone }: { readonly steps: readonly SeenStep[]; readonly gone: boolean }) {
  const clock = useClock();
  const newestFirst = [...steps].reverse();
  return (
    <Card id="steps" title={text("Steps seen ({count})", { count: steps.length })}>
      <p className="text-sm text-pretty text-tertiary">
        {text("Gardener reports only current steps. Steps that ended before this page was opened are not listed.")}
      </p>
      {steps.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by the keyboard.
        <ul className="scrollbar-thin mt-3 flex max-h-80 flex-col gap-1.5 overflow-y-auto text-sm" tabIndex={0}>
          {newestFirst.map(({ name, firstSeenAt, running }) => {
            const at = wallTime(firstSeenAt, clock);
            return (
              <li key={name} className="flex items-start gap-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
                {running && !gone ? (
                  <LoaderCircle aria-hidden className="animate-spin-slow text-info-solid" />
                ) : (
                  <Check aria-hidden className="text-neutral-solid" />
                )}
                <span className="min-w-0 flex-1 break-words">
                  {name}
                  <span className="sr-only">, {running && !gone ? text("runs now") : text("was seen")}</span>
                </span>
                <span className="shrink-0 text-tertiary tabular-nums">{at && `${at.time}:${at.seconds}`}</span>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
