import { configMapObject, namespaceObject, secretObject, serviceAccountObject } from "#garden/api/core/core-objects.ts";
import type { Quota } from "#garden/gardener/kinds/bindings.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { DemoTime } from "../plan/demo-time.ts";
import { alicloudProfile } from "../profiles/alicloud.ts";
import { awsProfile } from "../profiles/aws.ts";
import { azureProfile } from "../profiles/azure.ts";
import { gcpProfile } from "../profiles/gcp.ts";
import { hcloudProfile } from "../profiles/hcloud.ts";
import { localProfile } from "../profiles/local.ts";
import { metalProfile } from "../profiles/metal.ts";
import { mlGpuProfile } from "../profiles/ml-gpu.ts";
import { openstackProfile } from "../profiles/openstack.ts";
import { demoFrontendConfig } from "./frontend-config.ts";
import { gardenRbac } from "./rbac.ts";
import { demoControllerRegistrations } from "./registrations.ts";
import { currentGardenerRelease, demoManagedSeeds, demoSeeds } from "./seeds.ts";
import { shootParentDomain } from "./shoot-parent-domain.ts";

interface ExposureClass extends KubeObject {
  readonly handler: string;
}

/**
 * Demo objects outside of projects: CloudProfiles, Seeds, RBAC roles, and core Kubernetes objects.
 *
 * @param generatedShoots number of generated Shoots, for which the Seeds have room
 */
export function gardenObjects(time: DemoTime, generatedShoots: number): readonly KubeObject[] {
  const gcp = gcpProfile(time);
  const since = time.daysAgo(1460);
  const system = ["default", "kube-system", "kube-public", "gardener-system-public", "almanac"];
  // The uid is the same in every landscape, so that tokens of the ServiceAccount stay valid after a restart.
  const uid = "9a6c1f3e-54a7-4c0f-8f1b-2d6f0f5f7c11";
  const almanac = { name: "almanac", namespace: "garden", uid, creationTimestamp: time.daysAgo(90) };
  return [
    ...system.flatMap((name) => [
      namespaceObject({ name, creationTimestamp: since }),
      serviceAccountObject({ name: "default", namespace: name, creationTimestamp: since }),
    ]),
    ...gardenRbac(time),
    serviceAccountObject(almanac),
    awsProfile(time),
    gcp,
    azureProfile(time),
    openstackProfile(time),
    alicloudProfile(time),
    localProfile(time),
    metalProfile(time),
    hcloudProfile(time),
    mlGpuProfile(time, gcp),
    ...demoSeeds(time, generatedShoots),
    ...demoManagedSeeds(time),
    ...demoControllerRegistrations(since),
    exposureClass("internet", since),
    exposureClass("office-network", since),
    configMapObject(
      { name: "cluster-identity", namespace: "kube-system", creationTimestamp: since },
      { "cluster-identity": "harborline", origin: "gardener-apiserver" },
    ),
    configMapObject(
      { name: "gardener-info", namespace: "gardener-system-public", creationTimestamp: since },
      {
        gardenerAPIServer: `version: ${currentGardenerRelease}\nworkloadIdentityIssuerURL: https://discovery.harborline.example\n`,
      },
    ),
    configMapObject(
      { name: "gardener-dashboard-frontend", namespace: "garden", creationTimestamp: since },
      { "frontend-config.yaml": demoFrontendConfig },
    ),
    trialQuota(time),
    defaultDomain(since),
  ];
}

/** A Secret with the default DNS domain of Shoots. */
function defaultDomain(creationTimestamp: string): KubeObject {
  return secretObject(
    {
      name: "default-domain",
      namespace: "garden",
      creationTimestamp,
      labels: { "gardener.cloud/role": "default-domain" },
      annotations: { "dns.gardener.cloud/provider": "aws-route53", "dns.gardener.cloud/domain": shootParentDomain },
    },
    {},
  );
}

function exposureClass(name: string, creationTimestamp: string): ExposureClass {
  return {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "ExposureClass",
    metadata: { name, creationTimestamp },
    handler: name,
  };
}

function trialQuota(time: DemoTime): Quota {
  return {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Quota",
    metadata: {
      name: "trial",
      namespace: "garden-sandbox",
      creationTimestamp: time.daysAgo(600),
      finalizers: ["gardener"],
    },
    spec: {
      scope: { apiVersion: "core.gardener.cloud/v1beta1", kind: "Project" },
      metrics: { cpu: "200", gpu: "20", memory: "4000Gi", "storage.standard": "8000Gi" },
    },
  };
}
