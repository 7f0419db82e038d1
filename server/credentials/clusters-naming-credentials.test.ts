import { expect, test } from "vitest";
import type { Shoot } from "#lib/garden/shoot.ts";
import { groupByNamedCredentials } from "./clusters-naming-credentials.ts";

const byName = (kind: string, name: string) => ({ apiVersion: "any", kind, name });

const named: readonly (readonly [string, object])[] = [
  ["Secret/garden-pay/old-dns", { dns: { providers: [{ type: "aws-route53", secretName: "old-dns" }] } }],
  ["Secret/garden-pay/dns", { dns: { providers: [{ credentialsRef: byName("Secret", "dns") }] } }],
  ["WorkloadIdentity/garden-pay/dns", { dns: { providers: [{ credentialsRef: byName("WorkloadIdentity", "dns") }] } }],
  ["Secret/garden-pay/cache", { resources: [{ name: "cache", resourceRef: byName("Secret", "cache") }] }],
  [
    "Secret/garden-pay/authorizer",
    { kubernetes: { kubeAPIServer: { structuredAuthorization: { kubeconfigs: [{ secretName: "authorizer" }] } } } },
  ],
];

test.each(named)("a cluster is among those that name %s of its namespace", async (key, spec) => {
  const shoot: Shoot = {
    metadata: { name: "a", namespace: "garden-pay" },
    spec: { kubernetes: { version: "1.33.2" }, provider: { type: "aws" }, ...spec },
  };
  const groups = await groupByNamedCredentials([shoot], AbortSignal.timeout(10_000));
  expect([...groups]).toEqual([[key, [shoot]]]);
});
