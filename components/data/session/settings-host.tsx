"use client";

import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { useIdle } from "#components/ui/state/use-idle.ts";
import { sessionQuery } from "../queries/session-queries.ts";
import { useRecordOnboardingSteps } from "../storage/steps.ts";

const SettingsFollower = lazyComponent(async () => (await import("./settings-follower.tsx")).SettingsFollower);

/**
 * Records onboarding steps and offers a language chosen elsewhere. Settings are loaded when the page is idle: until
 * then the browser's last ones apply.
 */
export function SettingsHost() {
  useRecordOnboardingSteps();
  const person = useQuery({ ...sessionQuery, select: ({ user }) => user.name }).data;
  const idle = useIdle();
  return <Suspense>{person !== undefined && idle && <SettingsFollower person={person} />}</Suspense>;
}
