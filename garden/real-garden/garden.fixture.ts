import { registrationFinalizer } from "#garden/gardener/kinds/registration-finalizer.ts";
import { type EmbeddedGarden, startEmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { removeExtensions } from "#garden/testing/without-extensions.ts";
import type { CloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { cloudProfiles, roleBindings, shoots } from "#lib/kube/resource.ts";
import { profileAdmissionContextAt, profileSpecStoredOnCreation } from "#lib/policy/profiles/validate-profile.ts";

/** Time of the recording, to which all timestamps of the landscape are relative. */
const recordedAt = new Date("2026-11-22T18:17:00Z");

const tasks = "deployInfrastructure,deployDNSRecordInternal,deployDNSRecordExternal,deployDNSRecordIngress";

/**
 * Starts a garden in the state of the recording: all objects were created but never reconciled. Each Shoot therefore
 * has its creation tasks and no Gardener finalizer, and the CloudProfile used by the requests has no expired Kubernetes
 * versions.
 */
export async function startRecordedGarden(): Promise<EmbeddedGarden> {
  const garden = await startEmbeddedGarden({ now: recordedAt, speed: 0, life: false, pace: 1 });
  const aws = { resource: cloudProfiles, name: "aws" };
  const { kubernetes } = profileSpecStoredOnCreation(
    garden.api.get<CloudProfile>(aws)?.spec ?? {},
    profileAdmissionContextAt(recordedAt.getTime()),
  );
  garden.api.patch(aws, { spec: { kubernetes } });
  removeExtensions(garden);
  // When the requests were recorded, nobody in a project was allowed to change versions in its own cloud profiles.
  garden.api.delete({ resource: roleBindings, namespace: "garden-ml", name: "harborline:own-ends" });
  for (const shoot of garden.api.list<Shoot>({ resource: shoots })) {
    const { namespace, name } = shoot.metadata;
    if (namespace === undefined) continue;
    const target = { resource: shoots, namespace, name };
    // Gardener's finalizer can only be removed from a Shoot without a status, so the status is removed and set again.
    garden.api.updateStatus(target, { ...shoot, status: {} });
    const metadata = { annotations: { "shoot.gardener.cloud/tasks": tasks }, finalizers: [registrationFinalizer] };
    const free = garden.api.patch<Shoot>(target, { metadata });
    if (shoot.status) garden.api.updateStatus(target, { ...free, status: shoot.status });
  }
  garden.api.create({ resource: shoots, namespace: "garden-platform" }, workerless);
  return garden;
}

const workerless = {
  apiVersion: "core.gardener.cloud/v1beta1",
  kind: "Shoot",
  metadata: { name: "wl", namespace: "garden-platform" },
  spec: {
    cloudProfile: { kind: "CloudProfile", name: "aws" },
    region: "eu-central-1",
    purpose: "development",
    kubernetes: { version: "1.35.6" },
    provider: { type: "aws" },
    networking: { services: "100.64.0.0/13" },
    maintenance: { timeWindow: { begin: "220000+0100", end: "230000+0100" } },
  },
};
