import { createHash, createPrivateKey, createPublicKey } from "node:crypto";
import { type ConfigMap, configMapObject, type Secret, secretObject } from "#garden/api/core/core-objects.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { demoCaCertificate, nextDemoCaCertificate } from "./cluster-authorities.ts";

/** Secrets and ConfigMaps that Gardener creates for a Shoot in the project namespace, such as the CA bundle. */
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
    configMapObject(role("ca-cluster", { ...restricted, "discovery.gardener.cloud/public": "shoot-ca" }), bundle),
    secretObject(role("ca-cluster"), bundle),
  ];
  if (workers) resources.push(configMapObject(role("ca-kubelet", restricted), bundle));
  if (shoot.spec.purpose !== "testing") resources.push(monitoring(shoot, role("monitoring"), seed));
  if (shoot.spec.provider.workersSettings?.sshAccess?.enabled === true && workers) {
    const keys = (generation: string) => sshKeypair(`${seed}/${namespace}/${name}/${generation}`);
    resources.push(secretObject(role("ssh-keypair"), keys("current")));
    const rotated = shoot.status.credentials?.rotation?.sshKeypair?.lastCompletionTime !== undefined;
    if (rotated) resources.push(secretObject(role("ssh-keypair.old"), keys("previous")));
  }
  return resources;
}

/** Which credentials were rotated since the project's Secrets and ConfigMaps were written, and their content then. */
export interface ProjectResourceRotation {
  readonly seed: number;
  /** The CA bundle that the project namespace contains; undefined for a new Shoot. */
  readonly bundle: string | undefined;
  readonly changed: { readonly authority: boolean; readonly ssh: boolean; readonly observability: boolean };
  /** Data of the current SSH key pair, in base64. */
  readonly previousKeys: Readonly<Record<string, string>> | undefined;
}

/**
 * Secrets and ConfigMaps to write after a Shoot was created or a rotation advanced: the CA bundle gets a second
 * certificate and later loses the older one, the SSH key pair becomes the old one, and the password is replaced.
 */
export function rotateProjectResources(
  shoot: Shoot,
  resources: readonly (Secret | ConfigMap)[],
  { seed, bundle, changed, previousKeys }: ProjectResourceRotation,
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
        return [resource.kind === "Secret" ? secretObject(metadata, data) : configMapObject(metadata, data)];
      }
      case "ssh-keypair":
        return changed.ssh
          ? [secretObject(metadata, sshKeypair(`${label}/${ssh?.lastCompletionTime ?? "current"}`))]
          : [];
      case "ssh-keypair.old":
        return changed.ssh && previousKeys ? [{ ...secretObject(metadata, {}), data: previousKeys }] : [];
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
  const current = (bundle ?? demoCaCertificate)
    .split(certificateEnd)
    .filter((part) => part.includes("BEGIN"))
    .map((part) => `${part}${certificateEnd}`);
  const newest = current.at(-1) ?? demoCaCertificate;
  const phase = shoot.status?.credentials?.rotation?.certificateAuthorities?.phase ?? "";
  if (phase === "" || phase === "Completed") return newest;
  return current.length > 1
    ? current.join("")
    : `${newest}${newest === demoCaCertificate ? nextDemoCaCertificate : demoCaCertificate}`;
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

/** The Shoot's CA bundle, which contains both the old and the new CA while a CA rotation is in progress. */
function caBundle(shoot: Shoot): string {
  const phase = shoot.status?.credentials?.rotation?.certificateAuthorities?.phase ?? "";
  return phase === "" || phase === "Completed" ? demoCaCertificate : `${demoCaCertificate}${nextDemoCaCertificate}`;
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
  return secretObject({ ...metadata, annotations: urls }, { username: "admin", password, auth });
}

/** DER prefix of an Ed25519 private key. Followed by 32 bytes derived from a seed, it is a deterministic key. */
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
