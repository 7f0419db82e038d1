import { secretObject } from "#garden/api/core/core-objects.ts";
import type { GardenAccess } from "./garden-access.ts";

const providers = ["aws", "gcp", "azure", "openstack", "local"];
const images = ["gardenlinux", "suse-chost", "ubuntu", "flatcar", "ml-gardenlinux"];
const kindsOfProvider = ["BackupBucket", "BackupEntry", "Bastion", "ControlPlane", "Infrastructure", "Worker"];
const dnsTypes = ["aws-route53", "google-clouddns", "azure-dns", "openstack-designate"];
const registrations = "/apis/core.gardener.cloud/v1beta1/controllerregistrations";

/** Creates ControllerRegistrations for all extension types, because the API server refuses types without one. */
export async function registerExtensions(admin: GardenAccess): Promise<void> {
  const resources = [
    ...providers.flatMap((type) => kindsOfProvider.map((kind) => ({ kind, type }))),
    ...images.map((type) => ({ kind: "OperatingSystemConfig", type })),
    ...["calico", "cilium"].map((type) => ({ kind: "Network", type })),
    ...dnsTypes.map((type) => ({ kind: "DNSRecord", type })),
    { kind: "ContainerRuntime", type: "gvisor" },
  ];
  const body = {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "ControllerRegistration",
    metadata: { name: "extensions" },
    spec: { resources: resources.map((one) => ({ ...one, primary: true })) },
  };
  const { code } = await admin.send({ method: "POST", path: registrations, body });
  if (code !== 201) throw new Error(`the extensions were answered with ${code}`);
}

/** Secrets of Seeds that the API server requires, and the default domain of Shoots. */
export const seedAccounts = [
  secretObject({ name: "seed-backup", namespace: "garden" }, { account: "not-a-real-key" }),
  secretObject({ name: "seed-dns", namespace: "garden" }, { account: "not-a-real-key" }),
  secretObject(
    {
      name: "default-domain",
      namespace: "garden",
      labels: { "gardener.cloud/role": "default-domain" },
      annotations: {
        "dns.gardener.cloud/provider": "aws-route53",
        "dns.gardener.cloud/domain": "k8s.harborline.example",
      },
    },
    { account: "not-a-real-key" },
  ),
];
