import type { ImageOutcome } from "../../maintenance/compose-run.ts";
import type { MaintenanceOutcome } from "../../versions/decide.ts";
import type { Timeline } from "./timeline.ts";

/** What becomes of each version of an image, where the same versions of it fit: one object for all that are alike. */
export type FittingVersions = (version: string) => Timeline<MaintenanceOutcome>;

/** What fits pools under each kubelet version: one object for all to which the same fits. */
export interface PoolFitting {
  /** The versions that fit under a kubelet; undefined where its version cannot be read. */
  under(kubelet: string): FittingVersions | undefined;
}

/** The images of pools that are alike: same image, machine, runtime and update strategy. */
export interface PoolImages {
  at(kubelet: string, image: string): Timeline<ImageOutcome>;
  /** Undefined where what fits depends on the version in use too, or where images are given up. */
  readonly fitting: PoolFitting | undefined;
}
