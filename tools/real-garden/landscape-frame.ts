import { secret } from "#garden/api/core/core-objects.ts";
import type { GardenAccess } from "./garden-access.ts";

const providers = ["aws", "gcp", "azure", "openstack", "local"];
const images = ["gardenlinux", "suse-chost", "ubuntu", "flatcar", "ml-gardenlinux"];
const kindsOfProvider = ["BackupBucket", "BackupEntry", "Bastion", "ControlPlane", "Infrastructure", "Worker"];
const dnsTypes = ["aws-route53", "google-clouddns", "azure-dns", "openstack-designate"];
const registrations = "/apis/core.gardener.cloud/v1beta1/controllerregistrations";

/** The extensions of a landscape: the API server takes only types that somebody serves. */
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

/** The accounts of Seeds, which the API server wants to find, and the domain that Shoots without a provider live in. */
export const seedAccounts = [
  secret({ name: "seed-backup", namespace: "garden" }, { account: "not-a-real-key" }),
  secret({ name: "seed-dns", namespace: "garden" }, { account: "not-a-real-key" }),
  secret(
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
