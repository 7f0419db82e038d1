import type { ShootSpec, ShootStatus } from "../../garden/shoot.ts";
import {
  validateControlPlaneZones,
  validateControlPlaneZonesChange,
  validateHighAvailability,
} from "./control-plane.ts";
import type { ChangeFault } from "./fault.ts";
import { validateDnsChange, validateHome } from "./immutable-fields.ts";
import { validateNetworking, validateNetworkingChange, validateNodeMaskChange } from "./networking.ts";

/** A change of settings that are no versions, both sides sound and as the API server has defaulted them. */
export interface SettingsChange {
  readonly old: ShootSpec;
  readonly new: ShootSpec;
  /** The status, which a change of the spec leaves as it is. Without one, the rules about it find nothing. */
  readonly status?: ShootStatus | null | undefined;
}

/**
 * What static validation finds about settings that are no versions (422). The whole new object is judged; what no Shoot
 * can be stored without is only asked for where the change takes it away, so that a spec need not be complete.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateShootUpdate
 */
export function validateSettings({ old, new: next, status }: SettingsChange): readonly ChangeFault[] {
  return [
    ...validateHome(old, next),
    ...validateControlPlaneZonesChange(old, next),
    ...validateDnsChange(old, next),
    ...validateNodeMaskChange(old, next),
    ...validateNetworkingChange(old, next),
    ...validateNetworking(next),
    ...validateControlPlaneZones(next),
    ...validateHighAvailability(old, next, status),
  ];
}
