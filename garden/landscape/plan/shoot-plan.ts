import type { CloudProfileReference, Maintenance, Shoot, Worker } from "#lib/garden/shoot.ts";
import type { DemoTime } from "./demo-time.ts";

/** Providers of the demo Shoots. */
export type ProviderType = "aws" | "gcp" | "azure" | "openstack";

/** All providers for which Shoots can be created, in the order of their CloudProfiles. */
export const offeredProviders = ["aws", "gcp", "azure", "openstack", "alicloud", "local", "metal", "hcloud"] as const;
export type OfferedProvider = (typeof offeredProviders)[number];

/** A change of a healthy demo Shoot into a special one, such as one with a problem. */
export type ShootVariation = (shoot: Shoot, time: DemoTime) => Shoot;

export interface PoolPlan {
  readonly name: string;
  readonly machine: string;
  readonly image: readonly [name: string, version: string];
  readonly nodes: readonly [minimum: number, maximum: number];
  /** Kubernetes version of the pool, if it differs from the Shoot's. */
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
  /** Provider, and also the name of the CloudProfile unless `profile` refers to another one. */
  readonly provider: ProviderType;
  readonly region: string;
  readonly seed: string;
  readonly kubernetes: string;
  /** Worker pools; none for a workerless Shoot. */
  readonly pools: readonly PoolPlan[];
  readonly ageDays: number;
  readonly createdBy: string;
  readonly profile?: CloudProfileReference;
  /** Begin and end of the maintenance window, in the format `HHMMSS±HHMM`. */
  readonly window?: readonly [begin: string, end: string];
  readonly autoUpdate?: { readonly kubernetes: boolean; readonly images: boolean };
  readonly autoRotation?: Maintenance["autoRotation"];
  readonly highAvailability?: "node" | "zone";
  /**
   * Kind of the credentials binding. From Kubernetes 1.34 on, it is a CredentialsBinding. `old-secret` is a SecretBinding
   * of a Secret of its own, to which no CredentialsBinding refers.
   */
  readonly binding?: "credentials" | "secret" | "old-secret";
  readonly labels?: Readonly<Record<string, string>>;
  readonly touches?: readonly ShootVariation[];
}
