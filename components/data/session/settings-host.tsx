"use client";

import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { latePart } from "#components/ui/late-part.tsx";
import { useIdle } from "#components/ui/state/use-idle.ts";
import { useStepsNoted } from "../kept/steps.ts";
import { sessionQuery } from "../queries/session-queries.ts";
import { useSettingsOwner } from "../settings/device-settings.ts";

const SettingsFollower = latePart(async () => (await import("./settings-follower.tsx")).SettingsFollower);

/** Notes first steps. Settings come at once where this browser does not have the reader's, else once nothing is awaited. */
export function SettingsHost() {
  useStepsNoted();
  const person = useQuery({ ...sessionQuery, select: ({ user }) => user.name }).data;
  const owner = useSettingsOwner();
  const idle = useIdle();
  return (
    <Suspense>{person !== undefined && (idle || person !== owner) && <SettingsFollower person={person} />}</Suspense>
  );
}
