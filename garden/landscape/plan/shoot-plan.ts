import type { CloudProfileReference, Maintenance, Shoot, Worker } from "#lib/garden/shoot.ts";
import type { DemoTime } from "./demo-time.ts";

export type ProviderType = "aws" | "gcp" | "azure" | "openstack";

/** Changes a healthy Shoot into a special one, such as one with a problem. */
export type ShootVariation = (shoot: Shoot, time: DemoTime) => Shoot;

export interface PoolPlan {
  readonly name: string;
  readonly machine: string;
  readonly image: readonly [name: string, version: string];
  readonly nodes: readonly [minimum: number, maximum: number];
  /** The pool's own Kubernetes version. */
  readonly kubernetes?: string;
  readonly architecture?: "arm64";
  readonly updateStrategy?: "AutoInPlaceUpdate" | "ManualInPlaceUpdate";
  readonly labels?: Worker["labels"];
  readonly taints?: Worker["taints"];
  readonly containerRuntime?: string;
}

export interface ShootPlan {
  readonly name: string;
  readonly purpose: "production" | "infrastructure" | "development" | "evaluation" | "testing";
  /** Name of the CloudProfile, which is that of its provider; `profile` names a project's own. */
  readonly provider: ProviderType;
  readonly region: string;
  readonly seed: string;
  readonly kubernetes: string;
  /** Empty for a workerless Shoot. */
  readonly pools: readonly PoolPlan[];
  readonly ageDays: number;
  readonly createdBy: string;
  readonly profile?: CloudProfileReference;
  /** `HHMMSS±HHMM`, begin and end. */
  readonly window?: readonly [begin: string, end: string];
  readonly autoUpdate?: { readonly kubernetes: boolean; readonly images: boolean };
  readonly autoRotation?: Maintenance["autoRotation"];
  readonly highAvailability?: "node" | "zone";
  /** From 1.34 on Shoots use a CredentialsBinding; older ones can still use a SecretBinding. */
  readonly binding?: "credentials" | "secret";
  readonly labels?: Readonly<Record<string, string>>;
  readonly touches?: readonly ShootVariation[];
}
