import type { ShootSpec, ShootStatus } from "../../garden/shoot.ts";
import { type EditionRules, newestRules } from "../editions/edition-rules.ts";
import { validateApiServer } from "./api-server.ts";
import { validateComponents } from "./components.ts";
import {
  validateControlPlaneZones,
  validateControlPlaneZonesChange,
  validateHighAvailability,
} from "./control-plane.ts";
import { validateEncryption, validateEncryptionChange } from "./encryption.ts";
import type { ChangeFault } from "./fault.ts";
import { validateHibernation, validateHibernationChange } from "./hibernation.ts";
import { validateDnsChange, validateHome } from "./immutable-fields.ts";
import { validateKubelets } from "./kubelet.ts";
import { validateMaintenance } from "./maintenance.ts";
import { validateNetworking, validateNetworkingChange, validateNodeMaskChange } from "./networking.ts";
import { validatePools, validateSelfHostedChange } from "./pools.ts";
import { validateTolerationFaults } from "./tolerations.ts";

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
export function validateSettings(
  { old, new: next, status }: SettingsChange,
  rules: EditionRules = newestRules,
): readonly ChangeFault[] {
  return [
    ...validateHome(old, next),
    ...validateControlPlaneZonesChange(old, next),
    ...validateDnsChange(old, next),
    ...validateNodeMaskChange(old, next),
    ...validateSelfHostedChange(old, next),
    ...validateNetworkingChange(old, next),
    ...validateEncryptionChange(old, next, status, rules),
    ...validatePools(next),
    ...validateApiServer(old, next),
    ...validateEncryption(next),
    ...validateComponents(next),
    ...validateKubelets(next),
    ...validateNetworking(next),
    ...validateMaintenance(next),
    ...validateHibernation(next, rules),
    ...validateTolerationFaults(next),
    ...validateControlPlaneZones(next),
    ...validateHighAvailability(old, next, status),
    ...validateHibernationChange(old, next, status, rules),
  ];
}
