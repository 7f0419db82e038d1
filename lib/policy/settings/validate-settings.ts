import type { ShootSpec, ShootStatus } from "#lib/garden/shoot.ts";
import { type EditionRules, newestRules } from "../editions/edition-rules.ts";
import { poolsOf } from "../maintenance/version-state.ts";
import { validateAddons } from "./addons.ts";
import { validateApiServer } from "./api-server.ts";
import { validateComponents } from "./components.ts";
import {
  validateControlPlaneZones,
  validateControlPlaneZonesChange,
  validateHighAvailability,
} from "./control-plane.ts";
import { validateEncryption, validateEncryptionChange } from "./encryption.ts";
import { validateExtensions, validateResources } from "./extensions.ts";
import type { Faults } from "./fault.ts";
import { validateHibernation, validateHibernationChange } from "./hibernation.ts";
import { validateDnsChange, validateHome } from "./immutable-fields.ts";
import { validateKubelets } from "./kubelet.ts";
import { validateMaintenance } from "./maintenance.ts";
import { validateNetworking, validateNetworkingChange, validateNodeMaskChange } from "./networking.ts";
import { validatePlacement } from "./placement.ts";
import { validatePools, validateSelfHostedChange } from "./pools.ts";
import { validateSelfHosted } from "./self-hosted.ts";
import { validateSystemComponents } from "./system-components.ts";
import { validateTolerationFaults } from "./tolerations.ts";

/** A change of settings that are no versions, both sides sound and as the API server has defaulted them. */
export interface SettingsChange {
  readonly old: ShootSpec;
  readonly new: ShootSpec;
  /** The status, which a change of the spec leaves as it is. Without one, the rules about it find nothing. */
  readonly status?: ShootStatus | null | undefined;
  /** The namespace of the Shoot. Without one, the rules about it find nothing. */
  readonly namespace?: string | undefined;
}

/**
 * What static validation finds about settings that are no versions (422). The whole new object is judged; what no Shoot
 * can be stored without is only asked for where the change takes it away, so that a spec need not be complete. A change
 * between workers and no workers is not held against the old pools and network.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateShootUpdate
 */
export function validateSettings(change: SettingsChange, rules: EditionRules = newestRules): Faults {
  const { old, new: next, status } = change;
  const isSwitch = (poolsOf(old).length === 0) !== (poolsOf(next).length === 0);
  return [
    ...validateHome(old, next, isSwitch),
    ...validateControlPlaneZonesChange(old, next),
    ...validateDnsChange(old, next),
    ...validateNodeMaskChange(old, next),
    ...(isSwitch ? [] : [...validateSelfHostedChange(old, next), ...validateNetworkingChange(old, next)]),
    ...validateEncryptionChange(old, next, status, rules),
    ...validateSpec(change, rules),
    ...validateHighAvailability(old, next, status),
    ...validateHibernationChange(old, next, status, rules),
  ];
}

/** What is wrong with the new spec, whatever the old one was. @source Gardener: ValidateShootSpec */
function validateSpec({ old, new: next, namespace }: SettingsChange, rules: EditionRules): Faults {
  return [
    ...validatePools(next),
    ...validateAddons(next, rules),
    ...validateExtensions(next),
    ...validateResources(next),
    ...validateApiServer(old, next),
    ...validateEncryption(next),
    ...validateComponents(next, rules),
    ...validateKubelets(next),
    ...validateNetworking(old, next),
    ...validateMaintenance(next),
    ...validateHibernation(next, rules),
    ...validatePlacement(old, next, namespace),
    ...validateTolerationFaults(next),
    ...validateSystemComponents(next),
    ...validateSelfHosted(next, namespace, rules),
    ...validateControlPlaneZones(next),
  ];
}
