import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot, ShootProvider } from "#lib/garden/shoot.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { FieldErrors } from "../spec-validation/field-error.ts";
import { findProviderConfigurationErrors } from "./find-provider-configuration-errors.ts";
import { saidByExtension } from "./shared/provider-error.ts";
import type { ProviderInput } from "./shared/provider-input.ts";

/** New values by the path of a field, such as `spec.provider.workers[0].zones`; undefined removes the field. */
export type FieldChanges = Readonly<Record<string, unknown>>;

/** A copy of an object with other values of some fields. */
export function withFields<Thing extends object>(object: Thing, changes: FieldChanges): Thing {
  const copy = structuredClone(object);
  for (const [path, value] of Object.entries(changes)) {
    const steps = path.split(/[.[\]]+/).filter((step) => step !== "");
    const last = steps.pop() ?? "";
    let holder: unknown = copy;
    for (const [index, step] of steps.entries()) {
      if (!isHolder(holder)) throw new Error(`${path} has no place`);
      holder[step] ??= /^\d+$/.test(steps[index + 1] ?? last) ? [] : {};
      holder = holder[step];
    }
    if (!isHolder(holder)) throw new Error(`${path} has no place`);
    if (value === undefined) delete holder[last];
    else holder[last] = structuredClone(value);
  }
  return copy;
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return isRecord(value) || Array.isArray(value);
}

/** A new Shoot with one pool that its provider accepts. */
export function providerShoot(provider: ShootProvider, region: string): Pick<Shoot, "metadata" | "spec"> {
  return {
    metadata: { name: "one", namespace: "garden-shop" },
    spec: {
      region,
      kubernetes: { version: "1.35.6" },
      networking: { type: "calico", nodes: "10.250.0.0/16", pods: "100.96.0.0/11", services: "100.64.0.0/13" },
      provider,
    },
  };
}

/** The errors of a Shoot as the extension writes them. */
export function textsOf(errors: FieldErrors): readonly string[] {
  const labels = {
    ...{ Forbidden: "Forbidden", Invalid: "Invalid value", Required: "Required value", Duplicate: "Duplicate value" },
    ...{ NotSupported: "Unsupported value", TooLong: "Too long", TooMany: "Too many" },
  } as const;
  return errors.map((error) => {
    const { field, text } = saidByExtension(error);
    return [field, labels[error.type], text].join(": ");
  });
}

/** A rule, what it accepts, what it refuses, and what the extension then says. */
export type ProviderCase = readonly [
  rule: string,
  accepted: FieldChanges,
  refused: FieldChanges,
  texts: readonly string[],
];

export interface ProviderCases {
  readonly shoot: ProviderInput["shoot"];
  readonly profile: CloudProfileSpec;
}

/** What the extension says about a valid new Shoot with the changes of a case. */
export function textsOfCase({ shoot, profile }: ProviderCases, [, accepted, refused]: ProviderCase) {
  const textsFor = (changes: FieldChanges) =>
    textsOf(findProviderConfigurationErrors({ shoot: withFields(shoot, changes), profile }));
  return { accepted: textsFor(accepted), refused: textsFor(refused) };
}

/** What the extension says about these changes of an existing Shoot. */
export function textsOfUpdateCase({ shoot: before, profile }: ProviderCases, [, accepted, refused]: ProviderCase) {
  const textsFor = (changes: FieldChanges) =>
    textsOf(findProviderConfigurationErrors({ shoot: withFields(before, changes), profile, before }));
  return { accepted: textsFor(accepted), refused: textsFor(refused) };
}

const awsGroup = "aws.provider.extensions.gardener.cloud/v1alpha1";
const awsZones = ["eu-west-1a", "eu-west-1b", "eu-west-1c"];
const awsProfile = { type: "aws", regions: [{ name: "eu-west-1", zones: awsZones.map((name) => ({ name })) }] };
const awsShoot = providerShoot(
  {
    type: "aws",
    infrastructureConfig: {
      apiVersion: awsGroup,
      kind: "InfrastructureConfig",
      networks: {
        vpc: { cidr: "10.250.0.0/16" },
        zones: [{ name: "eu-west-1a", workers: "10.250.0.0/19", public: "10.250.32.0/20", internal: "10.250.48.0/20" }],
      },
    },
    controlPlaneConfig: { apiVersion: awsGroup, kind: "ControlPlaneConfig" },
    workers: [
      {
        name: "one",
        machine: { type: "m5.large" },
        minimum: 1,
        maximum: 2,
        zones: ["eu-west-1a"],
        volume: { type: "gp3", size: "50Gi" },
      },
    ],
  },
  "eu-west-1",
);

/** A valid new Shoot on AWS, and its CloudProfile. */
export const awsCases: ProviderCases = { shoot: awsShoot, profile: awsProfile };

const azureGroup = "azure.provider.extensions.gardener.cloud/v1alpha1";
const azureZones = ["1", "2", "3"];
const azureShoot = providerShoot(
  {
    type: "azure",
    infrastructureConfig: {
      apiVersion: azureGroup,
      kind: "InfrastructureConfig",
      networks: { vnet: { cidr: "10.250.0.0/16" }, workers: "10.250.0.0/17" },
      zoned: true,
    },
    workers: [
      {
        name: "one",
        machine: { type: "Standard_D2s_v5" },
        minimum: 1,
        maximum: 2,
        zones: ["1"],
        volume: { type: "StandardSSD_LRS", size: "50Gi" },
      },
    ],
  },
  "westeurope",
);

/** A valid new Shoot on Azure, and its CloudProfile. */
export const azureCases: ProviderCases = {
  shoot: azureShoot,
  profile: { type: "azure", regions: [{ name: "westeurope", zones: azureZones.map((name) => ({ name })) }] },
};
