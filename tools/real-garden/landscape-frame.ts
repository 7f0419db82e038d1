import { secretObject } from "#garden/api/core/core-objects.ts";
import { demoControllerRegistrations } from "#garden/landscape/garden/registrations.ts";
import { describeGardenRejection, type GardenAccess } from "./garden-access.ts";

const registrations = "/apis/core.gardener.cloud/v1beta1/controllerregistrations";

/** Creates the demo's ControllerRegistrations, because the API server refuses types of extensions without one. */
export async function registerExtensions(admin: GardenAccess): Promise<void> {
  for (const { metadata, ...rest } of demoControllerRegistrations("")) {
    const body = { ...rest, metadata: { name: metadata.name } };
    const answer = await admin.send({ method: "POST", path: registrations, body });
    if (answer.code !== 201) throw new Error(`${metadata.name}: ${describeGardenRejection(answer)}`);
  }
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
