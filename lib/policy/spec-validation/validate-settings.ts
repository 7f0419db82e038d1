import type { ShootSpec, ShootStatus } from "#lib/garden/shoot.ts";
import { type GardenerRules, newestRules } from "../editions/gardener-rules.ts";
import { workerPoolsOf } from "../maintenance/version-state.ts";
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
import type { FieldErrors } from "./field-error.ts";
import { validateHibernation, validateHibernationChange } from "./hibernation.ts";
import { validateDnsChange, validateImmutableFields } from "./immutable-fields.ts";
import { validateKubelets } from "./kubelet.ts";
import { validateMaintenance } from "./maintenance.ts";
import { validateNetworking, validateNetworkingChange, validateNodeMaskChange } from "./networking.ts";
import { validatePlacement } from "./placement.ts";
import { validatePools, validateSelfHostedChange } from "./pools.ts";
import { validateSelfHosted } from "./self-hosted.ts";
import { validateSystemComponents } from "./system-components.ts";
import { validateShootTolerations } from "./tolerations.ts";

/** A change of settings other than versions, both sides well-typed and after API server defaulting. */
export interface ShootSettingsChange {
  readonly old: ShootSpec;
  readonly new: ShootSpec;
  /** The status of the Shoot. Without it, rules that depend on the status report nothing. */
  readonly status?: ShootStatus | null | undefined;
  /** Namespace of the Shoot. Without it, rules about the namespace report nothing. */
  readonly namespace?: string | undefined;
}

/**
 * Static validation errors for settings other than versions (422). The whole new object is validated; required fields
 * are only checked if the change removes them, so that a spec need not be complete. For a change between workers and no
 * workers, pools and network are not compared with the old ones.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateShootUpdate
 */
export function validateSettings(change: ShootSettingsChange, rules: GardenerRules = newestRules): FieldErrors {
  const { old, new: next, status } = change;
  const isSwitch = (workerPoolsOf(old).length === 0) !== (workerPoolsOf(next).length === 0);
  return [
    ...validateImmutableFields(old, next, isSwitch),
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

/** Validation errors of the new Shoot spec that do not depend on the old spec. @source Gardener: ValidateShootSpec */
function validateSpec({ old, new: next, namespace }: ShootSettingsChange, rules: GardenerRules): FieldErrors {
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
    ...validateShootTolerations(next),
    ...validateSystemComponents(next),
    ...validateSelfHosted(next, namespace, rules),
    ...validateControlPlaneZones(next),
  ];
}
