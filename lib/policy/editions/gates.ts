import type { Edition } from "./edition.ts";

type GateStage = "Absent" | "Alpha" | "Beta" | "GA" | "Removed";

/** A feature gate in one release. `default` is null where the gate cannot be set: not known yet, or permanent. */
export interface GateState {
  readonly stage: GateStage;
  readonly default: boolean | null;
}

/** The minor release from which each stage holds, ascending. */
type Stages = readonly (readonly [fromMinor: number, stage: Exclude<GateStage, "Absent">])[];

const gates = {
  CloudProfileCapabilities: [
    [118, "Alpha"],
    [146, "Beta"],
  ],
  CredentialsRotationWithoutWorkersRollout: [
    [112, "Alpha"],
    [121, "Beta"],
    [127, "GA"],
    [129, "Removed"],
  ],
  DisableNginxIngressInShoot: [[142, "Alpha"]],
  InPlaceNodeUpdates: [[113, "Alpha"]],
  IstioTLSTermination: [
    [114, "Alpha"],
    [144, "Beta"],
  ],
  NewWorkerPoolHash: [
    [98, "Alpha"],
    [126, "Beta"],
    [141, "GA"],
    [143, "Removed"],
  ],
  RemoveAPIServerProxyLegacyPort: [
    [113, "Alpha"],
    [119, "Beta"],
    [122, "GA"],
    [123, "Removed"],
  ],
  RemoveHTTPProxyLegacyPort: [[148, "Alpha"]],
  ShootCredentialsBinding: [
    [98, "Alpha"],
    [107, "Beta"],
    [133, "GA"],
    [134, "Removed"],
  ],
  ShootForceDeletion: [
    [81, "Alpha"],
    [91, "Beta"],
    [111, "GA"],
    [120, "Removed"],
  ],
  UseNamespacedCloudProfile: [
    [92, "Alpha"],
    [112, "Beta"],
    [125, "GA"],
    [129, "Removed"],
  ],
  UseUnifiedHTTPProxyPort: [
    [130, "Alpha"],
    [140, "Beta"],
    [144, "GA"],
    [145, "Removed"],
  ],
  VersionClassificationLifecycle: [[137, "Alpha"]],
} as const satisfies Record<string, Stages>;

/** A feature gate of Gardener whose setting changes a rule. */
export type GateName = keyof typeof gates;

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
export function gateState(name: GateName, edition: Edition): GateState {
  const stages: Stages = gates[name];
  const stage = stages.findLast(([fromMinor]) => fromMinor <= edition.minor)?.[1] ?? "Absent";
  return { stage, default: defaults[stage] };
}
