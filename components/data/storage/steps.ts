import { useEffect } from "react";
import { usePagePath } from "#components/ui/address/use-page-path.ts";
import { readBrowserSetting, useBrowserSetting, writeBrowserSetting } from "#components/ui/appearance/taste.ts";
import { clusterInPath } from "#lib/view/cluster/cluster-in-path.ts";
import { onboardingStepsStorageName, useSetting } from "../settings/device-settings.ts";

/** Onboarding steps that are recorded in this browser. All other steps can be derived from the state of the garden. */
export type RecordedOnboardingStep = "cluster" | "updates" | "palette";

/** Returns a function that tells whether an onboarding step was done in this browser. */
export function useOnboardingStepDone(): (step: RecordedOnboardingStep) => boolean {
  const seen = useBrowserSetting(onboardingStepsStorageName)?.split(" ") ?? [];
  return (step) => seen.includes(step);
}

/** Records the pages among the onboarding steps when the user opens them, while the card of first steps is shown. */
export function useRecordOnboardingSteps(): void {
  const path = usePagePath();
  const isNoting = useSetting("firstSteps") === "shown";
  useEffect(() => {
    if (!isNoting) return;
    if (clusterInPath(path) !== undefined) note("cluster");
    if (/^\/clusters\/[^/]+\/[^/]+\/updates/.test(path)) note("updates");
  }, [isNoting, path]);
}

/** Records the step that a component is, such as the open command palette, while the card of first steps is shown. */
export function useRecordOnboardingStep(step: RecordedOnboardingStep): void {
  const isNoting = useSetting("firstSteps") === "shown";
  useEffect(() => {
    if (isNoting) note(step);
  }, [isNoting, step]);
}

function note(step: RecordedOnboardingStep): void {
  const seen = readBrowserSetting(onboardingStepsStorageName)?.split(" ") ?? [];
  if (!seen.includes(step)) writeBrowserSetting(onboardingStepsStorageName, [...seen, step].join(" "));
}
