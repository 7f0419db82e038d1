import { useEffect } from "react";
import { usePagePath } from "#components/ui/address/use-page-path.ts";
import { readTaste, useTaste, writeTaste } from "#components/ui/appearance/taste.ts";
import { clusterInPath } from "#lib/view/cluster/cluster-in-path.ts";
import { usePaletteOpener } from "../keys/palette-dialog.ts";
import { stepsName, useSetting } from "../settings/device-settings.ts";

/** What somebody has done in this browser who is new to Almanac; the rest is seen in the garden. */
export type SeenStep = "cluster" | "updates" | "palette";

/** Whether it was done here. */
export function useSeenSteps(): (step: SeenStep) => boolean {
  const seen = useTaste(stepsName)?.split(" ") ?? [];
  return (step) => seen.includes(step);
}

/** Notes what is done, for as long as the first steps are shown. */
export function useStepsNoted(): void {
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

function note(step: SeenStep): void {
  const seen = readTaste(stepsName)?.split(" ") ?? [];
  if (!seen.includes(step)) writeTaste(stepsName, [...seen, step].join(" "));
}
