import { createHash, createPrivateKey, createPublicKey } from "node:crypto";
import { type ConfigMap, configMap, type Secret, secret } from "#garden/api/core/core-objects.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { demoCa, demoCaNext } from "./cluster-authorities.ts";

/** Secrets and ConfigMaps that Gardener creates in the project namespace for the owners of a reconciled Shoot. */
export function projectResourcesOf(shoot: Shoot, now: Date, seed: number): readonly (Secret | ConfigMap)[] {
  const { name, namespace = "", creationTimestamp = formatInstant(now.getTime() - dayMs) } = shoot.metadata;
  if (shoot.status?.lastOperation?.type === undefined || shoot.status.uid === undefined) return [];
  const workers = (shoot.spec.provider.workers?.length ?? 0) > 0;
  const role = (suffix: string, labels: Readonly<Record<string, string>> = {}) => ({
    name: `${name}.${suffix}`,
    namespace,
    creationTimestamp,
    labels: { "gardener.cloud/role": suffix.replace(".old", ""), "shoot.gardener.cloud/name": name, ...labels },
    ownerReferences: ownerOf(shoot),
  });
  const restricted = { "gardener.cloud/update-restriction": "true" };
  const bundle = { "ca.crt": caBundle(shoot) };
  const resources: (Secret | ConfigMap)[] = [
    configMap(role("ca-cluster", { ...restricted, "discovery.gardener.cloud/public": "shoot-ca" }), bundle),
    secret(role("ca-cluster"), bundle),
  ];
  if (workers) resources.push(configMap(role("ca-kubelet", restricted), bundle));
  if (shoot.spec.purpose !== "testing") resources.push(monitoring(shoot, role("monitoring"), seed));
  if (shoot.spec.provider.workersSettings?.sshAccess?.enabled === true && workers) {
    const keys = (generation: string) => sshKeypair(`${seed}/${namespace}/${name}/${generation}`);
    resources.push(secret(role("ssh-keypair"), keys("current")));
    const rotated = shoot.status.credentials?.rotation?.sshKeypair?.lastCompletionTime !== undefined;
    if (rotated) resources.push(secret(role("ssh-keypair.old"), keys("previous")));
  }
  return resources;
}

/** Rotation changes since the resources were last written, and their content at that time. */
export interface ResourceRotation {
  readonly seed: number;
  /** The CA bundle currently in the namespace; undefined for a new Shoot. */
  readonly bundle: string | undefined;
  readonly changed: { readonly authority: boolean; readonly ssh: boolean; readonly observability: boolean };
  /** Data of the current SSH key pair, in base64. */
  readonly previousKeys: Readonly<Record<string, string>> | undefined;
}

/**
 * The resources to write when a Shoot was created or a rotation advanced: the bundle gets a second certificate and
 * later keeps only the newer one, the previous SSH key pair becomes the old one, and the password is replaced.
 */
export function rotatedResources(
  shoot: Shoot,
  resources: readonly (Secret | ConfigMap)[],
  { seed, bundle, changed, previousKeys }: ResourceRotation,
): readonly (Secret | ConfigMap)[] {
  const { name, namespace = "" } = shoot.metadata;
  const { sshKeypair: ssh, observability } = shoot.status?.credentials?.rotation ?? {};
  const label = `${seed}/${namespace}/${name}`;
  const crt = nextBundle(shoot, bundle);
  return resources.flatMap((resource): readonly (Secret | ConfigMap)[] => {
    const { metadata } = resource;
    switch (metadata.name.slice(name.length + 1)) {
      case "ca-cluster":
      case "ca-kubelet": {
        const data = { "ca.crt": crt };
        if (!changed.authority) return [];
        return [resource.kind === "Secret" ? secret(metadata, data) : configMap(metadata, data)];
      }
      case "ssh-keypair":
        return changed.ssh ? [secret(metadata, sshKeypair(`${label}/${ssh?.lastCompletionTime ?? "current"}`))] : [];
      case "ssh-keypair.old":
        return changed.ssh && previousKeys ? [{ ...secret(metadata, {}), data: previousKeys }] : [];
      case "monitoring":
        return changed.observability
          ? [monitoring(shoot, metadata, seed, observability?.lastCompletionTime ?? undefined)]
          : [];
      default:
        return [resource];
    }
  });
}

const certificateEnd = "-----END CERTIFICATE-----\n";

function nextBundle(shoot: Shoot, bundle: string | undefined): string {
  const current = (bundle ?? demoCa)
    .split(certificateEnd)
    .filter((part) => part.includes("BEGIN"))
    .map((part) => `${part}${certificateEnd}`);
  const newest = current.at(-1) ?? demoCa;
  const phase = shoot.status?.credentials?.rotation?.certificateAuthorities?.phase ?? "";
  if (phase === "" || phase === "Completed") return newest;
  return current.length > 1 ? current.join("") : `${newest}${newest === demoCa ? demoCaNext : demoCa}`;
}

function ownerOf({ metadata }: Shoot) {
  return [
    {
      apiVersion: "core.gardener.cloud/v1beta1",
      kind: "Shoot",
      name: metadata.name,
      uid: metadata.uid ?? "",
      controller: true,
      blockOwnerDeletion: true,
    },
  ];
}

/** The CA bundle. Between the start of a rotation and its completion it contains both authorities. */
function caBundle(shoot: Shoot): string {
  const phase = shoot.status?.credentials?.rotation?.certificateAuthorities?.phase ?? "";
  return phase === "" || phase === "Completed" ? demoCa : `${demoCa}${demoCaNext}`;
}

function monitoring(shoot: Shoot, metadata: Secret["metadata"], seed: number, rotatedAt?: string): Secret {
  const urls: Record<string, string> = {};
  for (const address of shoot.status?.advertisedAddresses ?? []) {
    if (address.application) urls[`${address.application}-url`] = address.url;
  }
  const password = digest(`${seed}/${metadata.namespace}/${metadata.name}${rotatedAt ?? ""}`)
    .toString("base64url")
    .slice(0, 32);
  const auth = `admin:{SHA}${createHash("sha1").update(password).digest("base64")}`;
  return secret({ ...metadata, annotations: urls }, { username: "admin", password, auth });
}

/** DER prefix of an Ed25519 private key; with 32 bytes from a seed after it, the key is deterministic. */
const ed25519Prefix = Buffer.from("302e020100300506032b657004220420", "hex");

function sshKeypair(label: string): Readonly<Record<string, string>> {
  const der = Buffer.concat([ed25519Prefix, digest(label)]);
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const spki = createPublicKey(key).export({ format: "der", type: "spki" });
  const raw = spki.subarray(spki.length - 32);
  const blob = Buffer.concat([sshText(Buffer.from("ssh-ed25519")), sshText(raw)]);
  return {
    id_rsa: key.export({ format: "pem", type: "pkcs8" }).toString(),
    "id_rsa.pub": `ssh-ed25519 ${blob.toString("base64")} gardener\n`,
  };
}

function sshText(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
