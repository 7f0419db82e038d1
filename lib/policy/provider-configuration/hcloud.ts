import { workerPoolsOf } from "../maintenance/version-state.ts";
import type { FieldErrors } from "../spec-validation/field-error.ts";
import { checkHasZones, checkPoolsUpdate, checkZonesOnce } from "./shared/pools.ts";
import { childField, forbiddenIf, invalidIf, providerField, requiredIf } from "./shared/provider-error.ts";
import {
  controlPlaneOf,
  hasAt,
  infrastructureOf,
  type ProviderInput,
  placedPools,
  textAt,
} from "./shared/provider-input.ts";

const largestPlacementGroup = 10;

/**
 * What the admission of provider-hcloud objects to, in the steps in which it answers.
 * @source gardener-extension-provider-hcloud: pkg/webhook/validator/shoot.go, pkg/hcloud/apis/validation/workers.go
 */
export function findHcloudErrors({ shoot, before }: ProviderInput): readonly FieldErrors[] {
  return [
    before === undefined ? [] : checkPoolsUpdate(before.spec, shoot.spec),
    placedPools(shoot.spec).flatMap((placed) => {
      const { pool, field } = placed;
      const noZones = checkHasZones(placed);
      if (noZones.length > 0) return noZones;
      const [least, most] = [pool.minimum ?? 0, pool.maximum ?? 0];
      const surge = typeof pool.maxSurge === "number" ? pool.maxSurge : 0;
      const isSpread = textAt(pool.providerConfig, "placementGroupType") === "spread";
      return [
        ...forbiddenIf(
          most !== 0 && least === 0,
          childField(field, "minimum"),
          "minimum value must be >= 1 if maximum value > 0 (auto scaling to 0 is not supported)",
        ),
        ...checkZonesOnce(placed),
        ...forbiddenIf(
          isSpread && most + surge > largestPlacementGroup,
          childField(field, "maximum"),
          "When the workers of this pool should be placed in a placmentgroup, the pool must not be lager than 10 - MaxSurge",
        ),
      ];
    }),
  ];
}

/**
 * What the admission of provider-hcloud lets pass although the extension cannot create such a cluster.
 * @source gardener-extension-provider-hcloud: pkg/hcloud/apis/validation, ValidateInfrastructureConfigSpec and
 * ValidateControlPlaneConfig
 */
export function findLaterHcloudErrors({ shoot }: ProviderInput): FieldErrors {
  const config = infrastructureOf(shoot.spec);
  const zone = textAt(controlPlaneOf(shoot.spec), "zone");
  const at = childField(providerField("controlPlaneConfig"), "zone");
  const workers = childField(providerField("infrastructureConfig", true), "networks", "workers");
  const hasNetwork = hasAt(config, "networks", "workersConfiguration") || textAt(config, "networks", "workers") !== "";
  const ofPools = workerPoolsOf(shoot.spec).flatMap((pool) => pool.zones ?? []);
  return [
    ...requiredIf(!hasNetwork, workers, "networks.workersConfiguration or networks.workers is a required field"),
    ...requiredIf(zone === "", at, "must provide the name of a zone in this region"),
    ...invalidIf(zone !== "" && !ofPools.includes(zone), at, zone, "must be part of at least one worker zone"),
  ];
}
