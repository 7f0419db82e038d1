import type { ImageOutcome } from "../../maintenance/compose-run.ts";
import type { MaintenanceOutcome } from "../../versions/decide.ts";
import type { Timeline } from "./timeline.ts";

/** What becomes of each version of an image, where the same versions of it fit: one object for all that are alike. */
export type FittingVersions = (version: string) => Timeline<MaintenanceOutcome>;

/** The images of pools that are alike: same image, machine, runtime and update strategy. */
export interface PoolImages {
  at(kubelet: string, image: string): Timeline<ImageOutcome>;
  /**
   * The versions that fit under a kubelet. Undefined where that depends on the version in use too, or where images are
   * given up.
   */
  fitting(kubelet: string): FittingVersions | undefined;
}
