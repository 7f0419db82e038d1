import type { KubeObject } from "#lib/kube/object.ts";
import { demoObject } from "./flat-landscape.ts";

/** A Secret of the sample project, which the project's clusters use, by the segments of an address. */
export const sampleSecret = { project: "payments", namespace: "garden-payments", secret: "aws-account" } as const;

const { namespace, secret } = sampleSecret;
const quota = { name: "all-of-them", namespace };

/**
 * Accounts of the sample project that all lead to the same Secret and refer to the same Quota, as many accounts for DNS,
 * and the Quota, which counts clusters of every project.
 */
export function manyAccounts(now: Date, count: number): readonly KubeObject[] {
  const credentialsRef = { apiVersion: "v1", kind: "Secret", name: secret, namespace };
  const binding = { ...demoObject("CredentialsBinding", secret, now), credentialsRef, quotas: [quota] };
  const named = (prefix: string, index: number) => ({
    name: `${prefix}-${index}`,
    namespace,
    uid: `${prefix}-${index}`,
  });
  return [
    ...Array.from({ length: count }, (_, index) => ({ ...binding, metadata: named("binding", index) })),
    ...Array.from({ length: count }, (_, index) => ({
      apiVersion: "v1",
      kind: "Secret",
      metadata: { ...named("dns", index), labels: { "dashboard.gardener.cloud/dnsProviderType": "aws-route53" } },
    })),
    {
      apiVersion: "core.gardener.cloud/v1beta1",
      kind: "Quota",
      metadata: quota,
      ...{ spec: { scope: { apiVersion: "v1", kind: "Secret" }, metrics: { cpu: "1000000", memory: "1Pi" } } },
    },
  ];
}
