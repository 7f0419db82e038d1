import { useEffect } from "react";
import { usePagePath } from "#components/ui/address/use-page-path.ts";
import { readTaste, useTaste, writeTaste } from "#components/ui/appearance/taste.ts";
import { clusterInPath } from "#lib/view/cluster/cluster-in-path.ts";
import { usePaletteOpener } from "../keys/palette-dialog.ts";
import { onboardingStepsName, useSetting } from "../settings/device-settings.ts";

/** Onboarding steps recorded in this browser; the others are derived from the garden. */
export type RecordedOnboardingStep = "cluster" | "updates" | "palette";

/** Returns a function that tells whether a step was done in this browser. */
export function useOnboardingStepDone(): (step: RecordedOnboardingStep) => boolean {
  const seen = useTaste(onboardingStepsName)?.split(" ") ?? [];
  return (step) => seen.includes(step);
}

/** Records onboarding steps while the first-steps card is shown. */
export function useRecordOnboardingSteps(): void {
  const path = usePagePath();
  const isNoting = useSetting("firstSteps") === "shown";
  const isOpen = usePaletteOpener() !== undefined;
  useEffect(() => {
    if (!isNoting) return;
    if (isOpen) note("palette");
    if (clusterInPath(path) !== undefined) note("cluster");
    if (/^\/clusters\/[^/]+\/[^/]+\/updates/.test(path)) note("updates");
  }, [isNoting, isOpen, path]);
}

function note(step: RecordedOnboardingStep): void {
  const seen = readTaste(onboardingStepsName)?.split(" ") ?? [];
  if (!seen.includes(step)) writeTaste(onboardingStepsName, [...seen, step].join(" "));
}
