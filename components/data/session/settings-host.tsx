"use client";

import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { useIdle } from "#components/ui/state/use-idle.ts";
import { sessionQuery } from "../queries/session-queries.ts";
import { useStepsNoted } from "../storage/steps.ts";

const SettingsFollower = lazyComponent(async () => (await import("./settings-follower.tsx")).SettingsFollower);

/**
 * Notes first steps, and offers another language that was chosen elsewhere. Settings come once nothing is awaited: this browser
 * has what was chosen last.
 */
export function SettingsHost() {
  useStepsNoted();
  const person = useQuery({ ...sessionQuery, select: ({ user }) => user.name }).data;
  const idle = useIdle();
  return <Suspense>{person !== undefined && idle && <SettingsFollower person={person} />}</Suspense>;
}
