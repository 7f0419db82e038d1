import { createHash, createPrivateKey, createPublicKey } from "node:crypto";
import type { Shoot } from "#lib/garden/shoot.ts";
import { demoCa, demoCaNext } from "./demo-certificates.ts";
import type { DemoTime } from "./demo-time.ts";
import { type ConfigMap, configMap, type Secret, secret } from "./kinds.ts";

/** What Gardener leaves in the project namespace for the owners of a reconciled Shoot. */
export function projectResourcesOf(shoot: Shoot, time: DemoTime, seed: number): readonly (Secret | ConfigMap)[] {
  const { name, namespace = "", creationTimestamp = time.daysAgo(1) } = shoot.metadata;
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

/** Between the start of a rotation and its completion both authorities are in the bundle. */
function caBundle(shoot: Shoot): string {
  const phase = shoot.status?.credentials?.rotation?.certificateAuthorities?.phase ?? "";
  return phase === "" || phase === "Completed" ? demoCa : `${demoCa}${demoCaNext}`;
}

function monitoring(shoot: Shoot, metadata: Secret["metadata"], seed: number): Secret {
  const urls: Record<string, string> = {};
  for (const address of shoot.status?.advertisedAddresses ?? []) {
    if (address.application) urls[`${address.application}-url`] = address.url;
  }
  const password = digest(`${seed}/${metadata.namespace}/${metadata.name}`).toString("base64url").slice(0, 32);
  const auth = `admin:{SHA}${createHash("sha1").update(password).digest("base64")}`;
  return secret({ ...metadata, annotations: urls }, { username: "admin", password, auth });
}

/** The DER of an Ed25519 private key is this prefix and 32 bytes: enough to make the same key from the same seed. */
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
