import { Suspense, useEffect, useMemo, useState } from "react";
import * as z from "zod/mini";
import { readStoredValue, storeInBrowser } from "#components/data/storage/tab-store.ts";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import type { Profile } from "#lib/contract/versions.ts";
import { profileKey } from "#lib/fleet/profile-key.ts";
import { type ProfileSnapshot, profileDifferences, profileSnapshotOf } from "#lib/view/versions/profile-differences.ts";
import type { ProfileWithUsage } from "#lib/view/versions/version-rows.ts";

// Loaded on demand, because CloudProfiles seldom change.
const ProfileDifferencesNotice = lazyComponent(
  async () => (await import("./profile-differences-notice.tsx")).ProfileDifferencesNotice,
);

/** Banner that appears if a CloudProfile has changed since it was last viewed in this browser. */
export function ProfileChangedBanner({ read }: { readonly read: ProfileWithUsage }) {
  const { differences, acknowledge } = useSeenProfile(read.profile);
  if (differences.length === 0) return null;
  return (
    <Suspense>
      <ProfileDifferencesNotice read={read} differences={differences} onSeen={acknowledge} />
    </Suspense>
  );
}

const storedSchema = z.record(z.string(), z.tuple([z.string(), z.string()]));

/** How a CloudProfile differs from the one seen on the last visit; the first visit only stores the profile. */
function useSeenProfile(profile: Profile) {
  const key = `almanac.seen-profile.${profile.kind}.${profileKey(profile)}`;
  const present = useMemo(() => profile.lists && profileSnapshotOf(profile.lists), [profile.lists]);
  const [seen, setSeen] = useState<{ readonly key: string; readonly stored: ProfileSnapshot }>();
  useEffect(() => {
    if (present === undefined || seen?.key === key) return;
    const stored = readStoredValue(key, storedSchema, "localStorage");
    if (stored === undefined) storeInBrowser(key, present);
    setSeen({ key, stored: stored ?? present });
  }, [key, present, seen]);
  const differences = useMemo(
    () => (present && seen?.key === key ? profileDifferences(seen.stored, present) : []),
    [present, seen, key],
  );
  const acknowledge = () => {
    if (present === undefined) return;
    storeInBrowser(key, present);
    setSeen({ key, stored: present });
  };
  return { differences, acknowledge };
}
