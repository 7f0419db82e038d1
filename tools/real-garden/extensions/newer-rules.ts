import type { Shoot } from "#lib/garden/shoot.ts";
import { isKubeObject, isRecord } from "#lib/kube/wire.ts";

/** A field about which lib/policy follows a newer release of an extension than the one that is built. */
interface NewerRule {
  readonly field: string;
  /** The first release with the rule that lib/policy follows, and the change that brought it. */
  readonly source: string;
}

/** The fields by provider. The newest releases cannot be built: the module proxy refuses them, or what they need. */
export const newerRules: Readonly<Record<string, readonly NewerRule[]>> = {
  azure: [
    { field: "sku", source: "gardener-extension-provider-azure v1.60.0, #1469" },
    {
      field: "ipAddresses",
      source: "gardener-extension-provider-azure v1.60.0, #1469: an address need not name its zone",
    },
    { field: "nodeTemplate", source: "gardener-extension-provider-azure v1.60.0, #1456" },
  ],
  openstack: [
    { field: "ipv6", source: "gardener-extension-provider-openstack v1.55.0, #1257" },
    { field: "ipFamilies", source: "gardener-extension-provider-openstack v1.55.0, #1257: dual-stack is allowed" },
    { field: "additionalSecurityGroups", source: "gardener-extension-provider-openstack v1.55.0, #1327" },
    { field: "subnetPool", source: "gardener-extension-provider-openstack v1.55.0, #1326" },
  ],
};

/** The fields of a Shoot to which newer rules apply, each once. */
export function newerFieldsOf(shoot: Shoot): readonly string[] {
  const { type } = shoot.spec.provider;
  const rules = Object.hasOwn(newerRules, type) ? (newerRules[type] ?? []) : [];
  return rules.map(({ field }) => field).filter((field) => hasField(shoot.spec, field));
}

function hasField(value: unknown, field: string): boolean {
  if (Array.isArray(value)) return value.some((item) => hasField(item, field));
  if (!isRecord(value)) return false;
  return Object.hasOwn(value, field) || Object.values(value).some((item) => hasField(item, field));
}

/** The Shoot without these fields, wherever they are. */
export function withoutFields(shoot: Shoot, fields: readonly string[]): Shoot {
  const read: unknown = JSON.parse(JSON.stringify(shoot, (key, value) => (fields.includes(key) ? undefined : value)));
  if (!isKubeObject<Shoot>(read)) throw new Error("a field of the metadata was taken away");
  return read;
}
