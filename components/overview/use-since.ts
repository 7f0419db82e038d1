"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { readSince, sinceKey, tellSince } from "#components/data/queries/since-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { useIdle } from "#components/ui/state/use-idle.ts";

const askEveryMs = 60_000;
/** Somebody who goes on looking says so this often. */
const lookEveryMs = 5 * 60_000;
const signs = ["pointermove", "pointerdown", "keydown", "wheel", "touchstart"] as const;
const passively = { capture: true, passive: true } as const;

/**
 * What changed since the reader last looked. It is asked for once the page has nothing better to do; that they look is told
 * with it, when the page is opened and as long as they move in it. A tab that nobody sees tells nothing.
 */
export function useSince() {
  const idle = useIdle();
  const client = useQueryClient();
  const readOnly = useReadOnlyReason() !== undefined;
  const told = useRef(0);
  const moved = useRef(true);
  const since = useQuery({
    queryKey: sinceKey,
    queryFn: ({ signal }) => {
      const isSeen = document.visibilityState === "visible";
      const isDue = moved.current && Date.now() - told.current >= lookEveryMs;
      if (readOnly || !isSeen || !isDue) return readSince(signal);
      moved.current = false;
      told.current = Date.now();
      return tellSince({ kind: "look" });
    },
    enabled: idle,
    staleTime: askEveryMs / 2,
    refetchInterval: askEveryMs,
    refetchOnWindowFocus: true,
  });
  useEffect(() => {
    const move = () => {
      moved.current = true;
    };
    for (const sign of signs) window.addEventListener(sign, move, passively);
    return () => {
      for (const sign of signs) window.removeEventListener(sign, move, passively);
    };
  }, []);
  const seen = useMutation({
    mutationFn: (mark: string) => tellSince({ kind: "seen", mark }),
    onSuccess: (answer) => client.setQueryData(sinceKey, answer),
  });
  return { since, seen };
}
