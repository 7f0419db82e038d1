"use client";

import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { useIdle } from "#components/ui/state/use-idle.ts";
import { sessionQuery } from "../queries/session-queries.ts";
import { useRecordOnboardingSteps } from "../storage/steps.ts";

const StoredSettingsSynchronizer = lazyComponent(
  async () => (await import("./stored-settings-synchronizer.tsx")).StoredSettingsSynchronizer,
);

/**
 * Records onboarding steps, and loads the user's settings once the page is idle. Until then the settings that this
 * browser has stored apply.
 */
export function LazySettingsSynchronizer() {
  useRecordOnboardingSteps();
  const person = useQuery({ ...sessionQuery, select: ({ user }) => user.name }).data;
  const idle = useIdle();
  return <Suspense>{person !== undefined && idle && <StoredSettingsSynchronizer person={person} />}</Suspense>;
}
