import type { GardenerRelease } from "./gardener-release.ts";

type GateStage = "Absent" | (typeof stagesInOrder)[number];

/** A feature gate in one release. `default` is null when the gate cannot be set: not known yet, or permanent. */
export interface GateState {
  readonly stage: GateStage;
  readonly default: boolean | null;
}

/** For each gate, the minor release at which each stage begins; stages not reached yet are left out. */
const stagesInOrder = ["Alpha", "Beta", "GA", "Removed"] as const;

const gates = {
  CloudProfileCapabilities: [118, 146],
  CredentialsRotationWithoutWorkersRollout: [112, 121, 127, 129],
  DisableNginxIngressInShoot: [142],
  InPlaceNodeUpdates: [113],
  IstioTLSTermination: [114, 144],
  LiveControlPlaneMigration: [142],
  NewWorkerPoolHash: [98, 126, 141, 143],
  RemoveAPIServerProxyLegacyPort: [113, 119, 122, 123],
  RemoveHTTPProxyLegacyPort: [148],
  ShootCredentialsBinding: [98, 107, 133, 134],
  ShootForceDeletion: [81, 91, 111, 120],
  UseNamespacedCloudProfile: [92, 112, 125, 129],
  UseUnifiedHTTPProxyPort: [130, 140, 144, 145],
  VersionClassificationLifecycle: [137],
} as const satisfies Record<string, readonly number[]>;

/** A Gardener feature gate that affects a rule. */
export type GateName = keyof typeof gates;

/** Names of the feature gates that affect a rule. */
export const gateNames: readonly GateName[] = Object.keys(gates).filter(isGateName);

/** Feature gates that an operator has set. Gates that are not set have the default of their release. */
export type GateSettings = Readonly<Partial<Record<GateName, boolean>>>;

export function isGateName(name: string): name is GateName {
  return Object.hasOwn(gates, name);
}

const defaults: Readonly<Record<GateStage, boolean | null>> = {
  Absent: null,
  Alpha: false,
  Beta: true,
  GA: true,
  Removed: null,
};

/**
 * Stage and default of a feature gate in a release.
 *
 * @source Gardener docs, feature_gates
 */
export function gateState(name: GateName, edition: GardenerRelease): GateState {
  const begins: readonly number[] = gates[name];
  const begun = begins.findLastIndex((fromMinor) => fromMinor <= edition.minor);
  const stage = stagesInOrder[begun] ?? "Absent";
  return { stage, default: defaults[stage] };
}
