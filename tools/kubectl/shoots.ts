import { fieldAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { shoots } from "#lib/kube/resource.ts";
import { eventually, type KubectlBench } from "./check.ts";

/** Project namespace in which the checks create Shoots; `owner-commerce` owns the project, `viewer` can read it. */
export const checksNamespace = "garden-shop";

export function shootManifest(name: string): KubeObject & { readonly spec: object } {
  return {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Shoot",
    metadata: { name, namespace: checksNamespace },
    spec: {
      cloudProfile: { kind: "CloudProfile", name: "aws" },
      credentialsBindingName: "aws-account",
      seedName: "aws-eu1",
      region: "eu-west-1",
      purpose: "evaluation",
      kubernetes: { version: "1.34.9" },
      networking: { type: "calico", nodes: "10.250.0.0/16" },
      provider: {
        type: "aws",
        infrastructureConfig: {
          apiVersion: "aws.provider.extensions.gardener.cloud/v1alpha1",
          kind: "InfrastructureConfig",
          networks: { vpc: { cidr: "10.250.0.0/16" }, zones: [{ name: "eu-west-1a", workers: "10.250.0.0/19" }] },
        },
        workers: [
          {
            name: "pool-a",
            machine: { type: "m5.large", image: { name: "gardenlinux", version: "1877.6.0" } },
            minimum: 1,
            maximum: 2,
            maxSurge: 1,
            zones: ["eu-west-1a"],
            volume: { type: "gp3", size: "50Gi" },
          },
        ],
      },
    },
  };
}

/** Creates a Shoot and waits until it is reconciled, so that only the check changes it afterwards. */
export async function createIdleShoot({ garden }: KubectlBench, name: string): Promise<string> {
  const { api } = garden();
  const target = { resource: shoots, namespace: checksNamespace, name };
  if (api.get(target) === undefined) api.create({ resource: shoots, namespace: checksNamespace }, shootManifest(name));
  await eventually(() => {
    const operation = fieldAt(api.get(target), "status", "lastOperation");
    return stringAt(operation, "state") === "Succeeded" && fieldAt(operation, "progress") === 100;
  }, `${name} is created`);
  return name;
}

export function getShoot({ garden }: KubectlBench, name: string): KubeObject | undefined {
  return garden().api.get({ resource: shoots, namespace: checksNamespace, name });
}
