"use client";

import { useMemo } from "react";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { profileKey } from "#lib/fleet/profile-key.ts";
import { differenceWords, type ProfileDifference } from "#lib/view/versions/profile-differences.ts";
import type { ReadProfile } from "#lib/view/versions/version-rows.ts";
import { countOf } from "#lib/words/count.ts";
import { useSeenProfile } from "./use-seen-profile.ts";

const mostShown = 8;

/** What has changed in a profile since somebody last looked, here in this browser. */
export function PolicyBanner({ read }: { readonly read: ReadProfile }) {
  const { profile, usage } = read;
  const { differences, acknowledge } = useSeenProfile(profile);
  const clusters = useMemo(() => {
    const of = ({ image, version }: ProfileDifference) =>
      (image === undefined ? usage.kubernetes.get(version) : usage.images.get(image)?.get(version))?.clusters ?? 0;
    return new Map(differences.map((difference) => [difference, of(difference)]));
  }, [differences, usage]);
  if (differences.length === 0) return null;
  const shown = differences.slice(0, mostShown);
  return (
    <Notice
      hue="info"
      live
      title={`${profileKey(profile)} has changed since you last looked`}
      action={
        <Button size="sm" onClick={acknowledge}>
          Got it
        </Button>
      }
    >
      <ul className="list-disc pl-4">
        {shown.map((difference) => (
          <li key={`${difference.image ?? ""} ${difference.version} ${difference.kind}`}>
            {differenceWords(difference)}
            {(clusters.get(difference) ?? 0) > 0 && `, affects ${countOf(clusters.get(difference) ?? 0, "cluster")}`}
          </li>
        ))}
        {differences.length > mostShown && <li>and {differences.length - mostShown} more</li>}
      </ul>
    </Notice>
  );
}
