"use client";

import { useOffline } from "next/offline";
import { useEffect, useRef } from "react";
import { useLiveFleet } from "#components/data/live/live-fleet.tsx";
import { dropPendingPage, usePendingPage } from "#components/ui/address/pending-page.ts";
import { Notice } from "#components/ui/notice.tsx";
import { retryMissingChunks, useMissingChunks } from "#components/ui/state/chunk-failures.ts";
import { text } from "#lib/language/text.ts";

/**
 * Notices for every page of what a server that is away or newer means for the page. They are part of the first load,
 * because their scripts could not be loaded when they are needed.
 */
export function ServerNotices() {
  const { connection, outdated, updated } = useLiveFleet();
  const missing = useMissingChunks();
  const isPagePending = usePendingPage();
  const isOffline = useOffline();
  useRetryOnReturn(connection.state === "waiting" || isOffline);
  return (
    <div className="flex flex-col gap-2 px-4 not-empty:pt-3 sm:px-6">
      {(outdated || updated || missing === "replaced") && (
        <Notice
          hue="info"
          title={text("Almanac was updated")}
          live
          act={{ label: text("Reload"), run: () => window.location.reload() }}
        >
          {labelOfUpdate(outdated, missing)}
        </Notice>
      )}
      {missing === "away" && !isPagePending && !isOffline && (
        <Notice
          hue="caution"
          title={text("The server cannot be reached")}
          live
          act={{ label: text("Try again"), run: retryMissingChunks }}
        >
          {text("A part of this page could not be loaded. What you have typed is kept.")}
        </Notice>
      )}
      {(isPagePending || isOffline) && (
        <Notice
          hue="caution"
          title={text("The server cannot be reached")}
          live
          {...(isPagePending && { act: { label: text("Stay on this page"), run: dropPendingPage } })}
        >
          {text("Other pages open as soon as it answers.")}
        </Notice>
      )}
    </div>
  );
}

/** Loads what is missing on the page once the server is back. */
function useRetryOnReturn(isAway: boolean): void {
  const wasAway = useRef(false);
  useEffect(() => {
    if (wasAway.current && !isAway) retryMissingChunks();
    wasAway.current = isAway;
  }, [isAway]);
}

function labelOfUpdate(outdated: boolean, missing: "away" | "replaced" | undefined): string {
  if (outdated) return text("This page is from an older version and no longer updates.");
  if (missing === "replaced")
    return text("A part of this page is no longer on the server. What you have typed stays until you reload.");
  return text("This page is from an older version and goes on. What you have typed stays until you reload.");
}
