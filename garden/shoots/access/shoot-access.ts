import "server-only";
import { stringify } from "yaml";
import { mastersGroup, type User } from "#garden/api/rbac/user.ts";
import { collectionKeyOf, type ObjectStore } from "#garden/api/store/store.ts";
import { listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { apiServerAddressKinds } from "#lib/policy/endpoints/advertised-addresses.ts";
import { shootResourceName } from "#lib/policy/operations/project-resources.ts";
import type { ClientCertificates } from "./client-certificates.ts";
import type { ShootAuthorities } from "./shoot-authorities.ts";
import { shootPath } from "./shoot-path.ts";

type ShootRole = "admin" | "viewer";

interface ShootAccessWish {
  readonly shoot: KubeObject;
  readonly user: User;
  readonly role: ShootRole;
  readonly now: Date;
  readonly expiresAt: Date;
}

const gardenGroups = { admin: "gardener.cloud:system:admins", viewer: "gardener.cloud:system:viewers" } as const;
const projectGroups = { admin: "gardener.cloud:project:admins", viewer: "gardener.cloud:project:viewers" } as const;

interface Parts {
  readonly store: ObjectStore;
  readonly certificates: ClientCertificates;
  readonly authorities: ShootAuthorities;
  /** Current URL of the garden. Stored Shoots can still contain the URL of a previous process. */
  readonly gardenUrl: () => string;
  /** CA of the garden's server, which serves the APIs of all Shoots. */
  readonly gardenCaPem: string;
}

export type ShootAccess = ReturnType<typeof createShootAccess>;

/**
 * Issues short-lived kubeconfigs for Shoots in Gardener's format: a context for each address of the API server, and a
 * client certificate with the user's name. Undefined while the Shoot has no address.
 * @source Gardener: pkg/apiserver/registry/core/shoot/storage/kubeconfig.go
 */
export function createShootAccess({ store, certificates, authorities, gardenUrl, gardenCaPem }: Parts) {
  return async ({ shoot, user, role, now, expiresAt }: ShootAccessWish): Promise<string | undefined> => {
    const addresses = apiServerAddresses(shoot);
    if (addresses.length === 0) return undefined;
    const certificate = await certificates.sign({
      userName: `gardener.cloud:${role}:${user.name}`,
      groups: [isGardenUser(user) ? gardenGroups[role] : projectGroups[role]],
      shootUid: stringAt(shoot, "status", "uid") ?? "",
      authority: authorities.current(shoot),
      notBefore: new Date(now.getTime() - 60_000),
      notAfter: expiresAt,
    });
    return kubeconfigText({
      prefix: `${shoot.metadata.namespace ?? ""}--${shoot.metadata.name}`,
      addresses: addresses.map((address) => reachable(address, shoot, gardenUrl())),
      caPem: `${caOf(store, shoot)}${gardenCaPem}`,
      certificate,
    });
  };
}

interface Address {
  readonly name: string;
  readonly url: string;
}

/** The advertised addresses of the Shoot's API server, without those of its issuer and dashboards. */
function apiServerAddresses(shoot: KubeObject): readonly Address[] {
  return listAt(shoot, "status", "advertisedAddresses").flatMap((address) => {
    const name = stringAt(address, "name") ?? "";
    const url = stringAt(address, "url") ?? "";
    return apiServerAddressKinds.has(name) && url !== "" ? [{ name, url }] : [];
  });
}

/** Replaces the URL of a previous garden process by the current one. Other addresses do not change. */
function reachable(address: Address, shoot: KubeObject, gardenUrl: string): Address {
  const own = address.url.startsWith("https://127.0.0.1:") && address.url.endsWith(shootPath(shoot));
  return own ? { ...address, url: `${gardenUrl}${shootPath(shoot)}` } : address;
}

function isGardenUser({ groups }: User): boolean {
  return groups.includes(mastersGroup) || groups.includes(gardenGroups.admin) || groups.includes(gardenGroups.viewer);
}

function caOf(store: ObjectStore, { metadata }: KubeObject): string {
  const bundle = store
    .collection(collectionKeyOf(configMaps))
    .get(metadata.namespace, shootResourceName(metadata.name, "cluster-ca"));
  return stringAt(bundle, "data", "ca.crt") ?? "";
}

interface KubeconfigParts {
  readonly prefix: string;
  readonly addresses: readonly Address[];
  readonly caPem: string;
  readonly certificate: { readonly certificatePem: string; readonly keyPem: string };
}

function kubeconfigText({ prefix, addresses, caPem, certificate }: KubeconfigParts): string {
  const base64 = (pem: string) => Buffer.from(pem).toString("base64");
  const named = addresses.map(({ name, url }) => ({ name: `${prefix}-${name}`, url }));
  return stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: named.map(({ name, url }) => ({
      name,
      cluster: { server: url, ...(caPem === "" ? {} : { "certificate-authority-data": base64(caPem) }) },
    })),
    contexts: named.map(({ name }) => ({ name, context: { cluster: name, user: prefix } })),
    "current-context": named[0]?.name ?? "",
    users: [
      {
        name: prefix,
        user: {
          "client-certificate-data": base64(certificate.certificatePem),
          "client-key-data": base64(certificate.keyPem),
        },
      },
    ],
  });
}
