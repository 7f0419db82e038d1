import type { ShootSpec } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { workerPoolsOf } from "../maintenance/version-state.ts";
import { type FieldErrors, fieldErrorIf } from "../spec-validation/field-error.ts";

/** A type of extension that a Shoot uses. */
interface UsedExtension {
  readonly kind: string;
  readonly type: string;
  readonly path: string;
  /** What it is, in the API server's words. */
  readonly use: string;
}

/**
 * Errors for types of extensions that no ControllerRegistration names as primary, and for extensions of a Shoot without
 * workers that do not support one. @param registrations all ControllerRegistrations of the garden
 * @source Gardener: plugin/pkg/global/extensionvalidation, validateShoot
 */
export function findUnregisteredExtensions(spec: ShootSpec, registrations: readonly KubeObject[]): FieldErrors {
  const resources = registrations.flatMap((one) => listAt(one, "spec", "resources"));
  const offers = ({ kind, type }: UsedExtension) =>
    resources.filter((one) => stringAt(one, "kind") === kind && stringAt(one, "type") === type);
  const isRegistered = (used: UsedExtension) =>
    offers(used).some((one) => fieldAt(one, "primary") !== false && servesShoots(one));
  const isWorkerless = workerPoolsOf(spec).length === 0;
  const used = usedExtensions(spec);
  return [
    ...used.flatMap((each) =>
      fieldErrorIf(!isRegistered(each), each.path, "EXTENSION_NOT_REGISTERED", { type: each.type, use: each.use }),
    ),
    ...used.flatMap((each) => {
      const isSupported = offers(each).some((one) => fieldAt(one, "workerlessSupported") === true);
      const isCase = isWorkerless && each.kind === "Extension" && !isSupported;
      return fieldErrorIf(isCase, each.path, "EXTENSION_NEEDS_WORKERS", { type: each.type });
    }),
  ];
}

/** Whether an extension serves Shoots, which it does unless it names other kinds of clusters. */
function servesShoots(resource: unknown): boolean {
  const compatible = listAt(resource, "clusterCompatibility");
  return compatible.length === 0 || compatible.includes("shoot");
}

function usedExtensions(spec: ShootSpec): readonly UsedExtension[] {
  const pools = workerPoolsOf(spec);
  const network = stringAt(spec.networking, "type");
  const provider = { type: spec.provider.type, path: "spec.provider.type", use: "provider type" };
  return [
    ...(pools.length === 0 ? [] : ["ControlPlane", "Infrastructure", "Worker"].map((kind) => ({ kind, ...provider }))),
    ...(pools.length === 0 || network === undefined
      ? []
      : [{ kind: "Network", type: network, path: "spec.networking.type", use: "networking type" }]),
    ...listAt(spec.dns, "providers").flatMap((one, index) => {
      const type = stringAt(one, "type");
      if (type === undefined || type === "unmanaged" || fieldAt(one, "primary") !== true) return [];
      return [{ kind: "DNSRecord", type, path: `spec.dns.providers[${index}].type`, use: "extension type" }];
    }),
    ...listAt(spec, "extensions").map((one, index) => ({
      kind: "Extension",
      type: stringAt(one, "type") ?? "",
      path: `spec.extensions[${index}].type`,
      use: "extension type",
    })),
    ...pools.flatMap(({ cri, machine }, index) => {
      const at = `spec.provider.workers[${index}]`;
      const runtimes = (cri?.containerRuntimes ?? []).map(({ type }, place) => ({
        kind: "ContainerRuntime",
        type,
        path: `${at}.cri.containerRuntimes[${place}].type`,
        use: "container runtime type",
      }));
      const image = machine.image?.name;
      if (image === undefined) return runtimes;
      const path = `${at}.machine.image.name`;
      return [...runtimes, { kind: "OperatingSystemConfig", type: image, path, use: "operating system type" }];
    }),
  ];
}
