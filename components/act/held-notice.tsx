"use client";

import { useState } from "react";
import { useOwnKey } from "#components/data/keys/own-key.ts";
import { useShortcut } from "#components/data/keys/use-shortcut.ts";
import { Button } from "#components/ui/button.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { cancelHeld, type HeldAct, sendHeldNow, startClock, stopClock, useHeldActs } from "./held-acts.ts";

/** What is sent in a moment, and the way to take it back. It does not count down aloud: the bar is for the eye. */
export function HeldNotice() {
  const acts = useHeldActs();
  const last = acts.at(-1);
  useShortcut("u", () => last && cancelHeld(last.id));
  return (
    <section
      aria-label="About to be sent"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-50 flex flex-col items-center gap-2 px-4 max-sm:bottom-20"
    >
      <div role="status" className="contents">
        {acts.map((act) => (
          <HeldLine key={act.id} act={act} newest={act === last} />
        ))}
      </div>
    </section>
  );
}

function HeldLine({ act: { id, title, target }, newest }: { readonly act: HeldAct; readonly newest: boolean }) {
  const [watched, setWatched] = useState(false);
  const key = useOwnKey("u");
  const watch = (now: boolean) => {
    setWatched(now);
    if (now) stopClock(id);
    else startClock(id);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing or focusing only holds the moment; nothing is triggered.
    <div
      onPointerEnter={() => watch(true)}
      onPointerLeave={() => watch(false)}
      onFocus={() => watch(true)}
      onBlur={() => watch(false)}
      className="pointer-events-auto relative flex max-w-full animate-rise items-center gap-x-3 gap-y-2 overflow-hidden max-sm:flex-wrap max-sm:pb-3 rounded-card bg-raised py-2 pr-2 pl-4 shadow-overlay"
    >
      <p className="min-w-0 text-base text-pretty max-sm:basis-full">
        <span className="font-medium">
          {title} {target.project}/{target.name}
        </span>{" "}
        <span className="text-secondary">is sent in a few seconds.</span>
      </p>
      <span className="flex shrink-0 gap-1">
        <Button size="sm" onClick={() => cancelHeld(id)} {...(newest && { "aria-keyshortcuts": key })}>
          Cancel
          {newest && <Kbd>{key}</Kbd>}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => sendHeldNow(id)}>
          Send now
        </Button>
      </span>
      {!watched && (
        <span aria-hidden className="absolute inset-x-0 bottom-0 h-0.5 origin-left animate-run-out bg-info-solid" />
      )}
    </div>
  );
}
