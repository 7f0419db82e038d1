"use client";

import { useCallback, useEffect, useMemo, useState } from "react";
import * as z from "zod/mini";
import { keyHere } from "#components/data/address/garden-here.ts";
import type { Profile } from "#lib/contract/versions.ts";
import { profileKey } from "#lib/fleet/profile-key.ts";
import { type ProfileDifference, profileDifferences, seenProfile } from "#lib/view/versions/profile-differences.ts";

const storedSchema = z.record(z.string(), z.tuple([z.string(), z.string()]));
type Stored = z.infer<typeof storedSchema>;

const keyOf = (profile: Profile) => `almanac.seen-profile.${profile.kind}.${profileKey(profile)}`;

function readStored(key: string): Stored | undefined {
  try {
    const parsed = storedSchema.safeParse(JSON.parse(window.localStorage.getItem(keyHere(key)) ?? "null"));
    return parsed.success ? parsed.data : undefined;
  } catch {
    // No storage in this browser, or somebody wrote something else there: then nothing was seen.
    return undefined;
  }
}

function store(key: string, text: string): void {
  try {
    window.localStorage.setItem(keyHere(key), text);
  } catch {
    // Full or forbidden: the banner then comes again, which is no harm.
  }
}

const none: readonly ProfileDifference[] = [];

/** What differs from the last visit. The first visit has nothing to compare with, and only remembers. */
export function useSeenProfile(profile: Profile) {
  const key = keyOf(profile);
  const present = useMemo(
    () => (profile.lists === undefined ? undefined : seenProfile(profile.lists)),
    [profile.lists],
  );
  const [seen, setSeen] = useState<{ readonly key: string; readonly stored: Stored | undefined }>();
  useEffect(() => {
    if (present === undefined || seen?.key === key) return;
    const stored = readStored(key);
    if (stored === undefined) store(key, JSON.stringify(present));
    setSeen({ key, stored: stored ?? storedSchema.parse(JSON.parse(JSON.stringify(present))) });
  }, [key, present, seen]);
  const differences = useMemo(
    () => (present && seen?.key === key && seen.stored ? profileDifferences(seen.stored, present) : none),
    [present, seen, key],
  );
  const acknowledge = useCallback(() => {
    if (present === undefined) return;
    store(key, JSON.stringify(present));
    setSeen({ key, stored: storedSchema.parse(JSON.parse(JSON.stringify(present))) });
  }, [key, present]);
  return { differences, acknowledge };
}
