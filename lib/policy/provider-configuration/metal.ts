import { parseCidr } from "#lib/kube/cidr.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { FieldErrors } from "../spec-validation/field-error.ts";
import {
  changedIf,
  childField,
  forbiddenIf,
  invalidIf,
  type ProviderField,
  providerField,
  requiredIf,
  requiredRuleIf,
} from "./shared/provider-error.ts";
import {
  controlPlaneOf,
  hasAt,
  infrastructureOf,
  type ProviderInput,
  placedPools,
  profileZones,
  textAt,
  textsAt,
} from "./shared/provider-input.ts";

const infra = providerField("infrastructureConfig");
/** Where the extension names fields relative to the block. */
const ownInfra = providerField("infrastructureConfig", true);
const controlPlane = providerField("controlPlaneConfig");

/** Annotation of a Shoot with the tenant that its machines belong to. */
export const metalTenantAnnotation = "cluster.metal-stack.io/tenant";
const tenantField: ProviderField = {
  path: `metadata.annotations[${metalTenantAnnotation}]`,
  name: "metadata.annotations",
};

const networksNeeded =
  "at least one external network needs to be defined as otherwise the cluster will under no circumstances be able to bootstrap";

/**
 * What the admission of provider-metal objects to, in the steps in which it answers.
 * @source gardener-extension-provider-metal: pkg/admission/validator/shoot.go, pkg/apis/metal/validation
 */
export function findMetalErrors(input: ProviderInput): readonly FieldErrors[] {
  const { shoot, before } = input;
  const config = infrastructureOf(shoot.spec);
  const old = before && infrastructureOf(before.spec);
  const tenants = [shoot, before].map((each) => each?.metadata.annotations?.[metalTenantAnnotation]);
  const words = `cluster must be annotated with a tenant using the annotations: ${metalTenantAnnotation}`;
  const againstProfile = checkAgainstProfile(input, config, infra);
  return [
    before === undefined ? againstProfile : [],
    before === undefined || semanticallyEqual(old, config) ? [] : checkUpdate(input, old, config),
    before === undefined
      ? []
      : forbiddenIf(tenants[0] !== tenants[1], tenantField, "tenant annotation of a shoot is immutable"),
    requiredIf(tenants[0] === undefined, tenantField, words),
    checkInfrastructure(config),
    before === undefined ? [] : againstProfile,
    checkNetworkAccess(input, config),
    checkPools(input),
  ];
}

function checkAgainstProfile(input: ProviderInput, config: unknown, at: ProviderField): FieldErrors {
  const zones = profileZones(input);
  const partition = textAt(config, "partitionID");
  const field = childField(infra, "partitionID");
  const words = `supported values: [${zones?.join(" ")}]`;
  return [
    ...invalidIf(zones?.includes(partition) === false, field, partition, words, { facts: { offered: zones ?? [] } }),
    ...checkFirewall(input, config, at),
  ];
}

function checkFirewall(input: ProviderInput, config: unknown, at: ProviderField): FieldErrors {
  const firewall = childField(at, "firewall");
  const given = fieldAt(config, "firewall");
  const partition = textAt(config, "partitionID");
  const needed = requiredIf(listAt(given, "networks").length === 0, childField(firewall, "networks"), networksNeeded);
  if (!hasAt(input.profile, "providerConfig")) return needed;
  const control = controlPlaneOfPartition(input, partition);
  if (control === undefined) {
    const words = "cloud profile does not define the given shoot partition";
    return [...needed, ...invalidIf(true, childField(at, "partitionID"), partition, words)];
  }
  const images = listAt(control, "firewallImages").map(String);
  const sizes = listAt(control, "partitions", partition, "firewallTypes").map(String);
  const among = (name: string, offered: readonly string[]) => {
    const value = textAt(given, name);
    const words = `supported values: [${offered.toSorted().join(" ")}]`;
    const isOther = offered.length > 0 && !offered.includes(value);
    return invalidIf(isOther, childField(firewall, name), value, words, { facts: { offered } });
  };
  const version = controllerVersionError(
    listAt(control, "firewallControllerVersions"),
    textAt(given, "controllerVersion"),
  );
  const versionField = { path: childField(firewall, "controllerVersion").path, name: "controllerVersion" };
  return [
    ...needed,
    ...among("image", images),
    ...among("size", sizes),
    ...requiredRuleIf(version !== undefined, versionField, version ?? ""),
  ];
}

/** The control plane of metal-stack in the CloudProfile that has a partition. */
function controlPlaneOfPartition(input: ProviderInput, partition: string): unknown {
  return planeWithName(input, partition)?.[1];
}

function planeWithName({ profile }: ProviderInput, partition: string): readonly [string, unknown] | undefined {
  const planes = fieldAt(profile, "providerConfig", "metalControlPlanes");
  return Object.entries(isRecord(planes) ? planes : {}).find(([, plane]) => hasAt(plane, "partitions", partition));
}

/** Without a version, or with `auto`, the newest supported one is taken. */
function controllerVersionError(versions: readonly unknown[], wanted: string): string | undefined {
  if (wanted === "" || wanted === "auto") {
    const supported = versions.some(
      (each) => stringAt(each, "classification") === "supported" && isVersion(textAt(each, "version")),
    );
    return supported ? undefined : "unable to detect most recent firewallcontrollerversion";
  }
  const names = versions.map((each) => textAt(each, "version"));
  const known = `was not found in available versions: [${names.join(" ")}]`;
  return names.includes(wanted) ? undefined : `firewall controller version ${JSON.stringify(wanted)} ${known}`;
}

function isVersion(text: string): boolean {
  return /^v?\d+(\.\d+){0,2}/.test(text);
}

function checkInfrastructure(config: unknown): FieldErrors {
  const firewall = childField(ownInfra, "firewall");
  const given = fieldAt(config, "firewall");
  const networks = listAt(given, "networks");
  const missing = (field: ProviderField, text: string, words: string) => requiredIf(text === "", field, words);
  return [
    ...missing(childField(ownInfra, "projectID"), textAt(config, "projectID"), "projectID must be specified"),
    ...missing(childField(ownInfra, "partitionID"), textAt(config, "partitionID"), "partitionID must be specified"),
    ...missing(childField(firewall, "image"), textAt(given, "image"), "firewall image must be specified"),
    ...missing(childField(firewall, "size"), textAt(given, "size"), "firewall size must be specified"),
    ...textsAt(given, "networks").flatMap(([index, network]) =>
      missing(childField(firewall, "networks", index), network, "firewall network must not be an empty string"),
    ),
    ...listAt(given, "rateLimits").flatMap((limit, index) => {
      const { path } = childField(firewall, "rateLimits", index);
      return checkNetwork({ path, name: `firewall.rateLimit[${index}]` }, limit, networks, "rate limit");
    }),
    ...listAt(given, "egressRules").flatMap((rule, index) => {
      const field = childField(firewall, "egressRules", index);
      const unknown = checkNetwork(field, rule, networks, "egress rule");
      return unknown.length > 0
        ? unknown
        : checkAddresses(
            field,
            textsAt(rule, "ips").map(([, ip]) => ip),
          );
    }),
  ];
}

function checkNetwork(field: ProviderField, rule: unknown, networks: readonly unknown[], what: string): FieldErrors {
  const network = textAt(rule, "networkID");
  if (network === "") return requiredIf(true, field, `${what} network must not be an empty string`);
  return requiredRuleIf(!networks.includes(network), field, `${what} network must be present as cluster network`);
}

function checkAddresses(field: ProviderField, addresses: readonly string[]): FieldErrors {
  const isAddress = (text: string) => parseCidr(`${text}/${text.includes(":") ? 128 : 32}`) !== undefined;
  return [
    ...requiredIf(addresses.length === 0, field, "egress rule must contain ip addresses to use"),
    ...addresses.flatMap((address) =>
      requiredRuleIf(!isAddress(address), field, "egress rule contains a malformed ip address"),
    ),
  ];
}

/** The extension also names the field of the CloudProfile that is missing, as if it were one of the Shoot. */
function checkNetworkAccess(input: ProviderInput, config: unknown): FieldErrors {
  const partition = textAt(config, "partitionID");
  const [name, plane] = planeWithName(input, partition) ?? [];
  const access = stringAt(controlPlaneOf(input.shoot.spec), "networkAccessType");
  if (name === undefined || access === undefined || access === "baseline") return [];
  const isMissing = !hasAt(plane, "partitions", partition, "networkIsolation");
  const field = childField(controlPlane, "networkAccessType");
  const place = `metalControlPlanes[${name}].partitions[${partition}].networkIsolation`;
  return [
    ...invalidIf(isMissing, field, access, "network access type requires partition's networkIsolation to be set"),
    ...requiredRuleIf(
      isMissing,
      { path: field.path, name: childField(controlPlane, place).name },
      "network isolation required if control plane config networkAccess is not baseline",
    ),
  ];
}

/** The extension names the pools as if they were the provider. */
function checkPools({ shoot, profile }: ProviderInput): FieldErrors {
  const images = listAt(profile, "machineImages").flatMap((image) =>
    listAt(image, "versions").map((version) => `${textAt(image, "name")}-${textAt(version, "version")}`),
  );
  return placedPools(shoot.spec).flatMap(({ pool, field }, index) => {
    const at = (name: string) => ({ path: childField(field, name).path, name: `spec.provider[${index}].${name}` });
    const { name = "", version } = pool.machine.image ?? {};
    const offered = images.toSorted().join(" ");
    const words = `machine image ${name} in version ${version ?? ""} not offered, available images are: [${offered}]`;
    const zonesWords = "zone spreading is not supported, specify partition via infrastructure config";
    return [
      ...requiredRuleIf(Boolean(pool.volume), at("volume"), "volumes are not yet supported and must be nil"),
      ...requiredRuleIf((pool.zones ?? []).length > 0, at("zones"), zonesWords),
      ...requiredRuleIf(!images.includes(`${name}-${version ?? ""}`), at("machine.image"), words),
    ];
  });
}

function checkUpdate(input: ProviderInput, old: unknown, config: unknown): FieldErrors {
  return [
    ...["projectID", "partitionID"].flatMap((name) =>
      changedIf(childField(ownInfra, name), textAt(old, name), textAt(config, name)),
    ),
    ...checkFirewall(input, config, ownInfra),
  ];
}
