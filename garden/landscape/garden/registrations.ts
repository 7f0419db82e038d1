import { admissionInstalledAnnotation } from "#garden/gardener/rules/installed-admission.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { offeredProviders } from "../plan/shoot-plan.ts";

interface RegisteredType {
  readonly kind: string;
  readonly type: string;
  readonly workerlessSupported?: true;
}

interface ControllerRegistration extends KubeObject {
  readonly spec: { readonly resources: readonly RegisteredType[] };
}

/** Kinds of resources that an extension for a provider handles. */
const providerKinds = ["BackupBucket", "BackupEntry", "Bastion", "ControlPlane", "Infrastructure", "Worker"];

/** Types of DNS providers, by the provider whose extension handles their records. */
const dnsTypes: Readonly<Record<string, readonly string[]>> = {
  aws: ["aws-route53"],
  gcp: ["google-clouddns"],
  azure: ["azure-dns", "azure-private-dns"],
  openstack: ["openstack-designate"],
  alicloud: ["alicloud-dns"],
  local: ["local"],
};

/** Machine images by the extension that configures their operating system. */
const operatingSystems: Readonly<Record<string, readonly string[]>> = {
  gardenlinux: ["gardenlinux", "ml-gardenlinux"],
  ubuntu: ["ubuntu"],
  "suse-chost": ["suse-chost"],
  coreos: ["flatcar"],
  local: ["local"],
};

function ofKind(kind: string, types: readonly string[]): readonly RegisteredType[] {
  return types.map((type) => ({ kind, type }));
}

function extensions(types: readonly string[]): readonly RegisteredType[] {
  return types.map((type) => ({ kind: "Extension", type, workerlessSupported: true }));
}

const registered: Readonly<Record<string, readonly RegisteredType[]>> = {
  "networking-calico": ofKind("Network", ["calico"]),
  "networking-cilium": ofKind("Network", ["cilium"]),
  "runtime-gvisor": ofKind("ContainerRuntime", ["gvisor"]),
  "shoot-dns-service": extensions(["shoot-dns-service"]),
  "shoot-cert-service": extensions(["shoot-cert-service"]),
  "shoot-networking-filter": ofKind("Extension", ["shoot-networking-filter"]),
  "registry-cache": ofKind("Extension", ["registry-cache", "registry-mirror"]),
  ...Object.fromEntries(
    offeredProviders.map((provider) => [
      `provider-${provider}`,
      [...providerKinds.map((kind) => ({ kind, type: provider })), ...ofKind("DNSRecord", dnsTypes[provider] ?? [])],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(operatingSystems).map(([system, images]) => [
      `os-${system}`,
      ofKind("OperatingSystemConfig", images),
    ]),
  ),
};

/** ControllerRegistrations of the demo landscape, with all types that its Shoots and Seeds use. */
export function demoControllerRegistrations(creationTimestamp: string): readonly ControllerRegistration[] {
  return Object.entries(registered).map(([name, resources]) => ({
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "ControllerRegistration",
    metadata: {
      name,
      creationTimestamp,
      ...(name.startsWith("provider-") && { annotations: { [admissionInstalledAnnotation]: "true" } }),
    },
    spec: { resources },
  }));
}
