"use client";

import { Suspense } from "react";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import type { ReadProfile } from "#lib/view/versions/version-rows.ts";
import { useSeenProfile } from "./use-seen-profile.ts";

// A profile seldom changes.
const PolicyChanges = lazyComponent(async () => (await import("./policy-changes.tsx")).PolicyChanges);

/** What has changed in a profile since somebody last looked, here in this browser. */
export function PolicyBanner({ read }: { readonly read: ReadProfile }) {
  const { differences, acknowledge } = useSeenProfile(read.profile);
  if (differences.length === 0) return null;
  return (
    <Suspense>
      <PolicyChanges read={read} differences={differences} onSeen={acknowledge} />
    </Suspense>
  );
}
