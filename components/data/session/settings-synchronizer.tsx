import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "../queries/session-queries.ts";
import { useRecordOnboardingSteps } from "../storage/steps.ts";
import { StoredSettingsSynchronizer } from "./stored-settings-synchronizer.tsx";

/** Records onboarding steps, and reads the user's settings. Until then the settings that this browser has apply. */
export function SettingsSynchronizer() {
  useRecordOnboardingSteps();
  const person = useQuery({ ...sessionQuery, select: ({ user }) => user.name }).data;
  return person !== undefined && <StoredSettingsSynchronizer person={person} />;
}
