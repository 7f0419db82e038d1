import "server-only";
import type { RevealResponse, StoredCredentialKind } from "#lib/contract/credentials-reveal.ts";
import { stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { secrets } from "#lib/kube/resource.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { shootResourceName } from "#lib/policy/operations/project-resources.ts";
import type { ShootCredentialCall } from "./shoot-credential-call.ts";

type Part = RevealResponse["parts"][number];

interface Kept {
  readonly parts: readonly { readonly key: string; readonly label: Message; readonly secret: boolean }[];
  /** Annotations of the Secret that contain URLs to show. */
  readonly links: readonly { readonly annotation: string; readonly label: Message }[];
}

const keypair: Kept = {
  parts: [
    { key: "id_rsa", label: message("Private key"), secret: true },
    { key: "id_rsa.pub", label: message("Public key"), secret: false },
  ],
  links: [],
};

/** For each kind of Secret, the keys that users are shown; all others are withheld. */
const kept: { readonly [Kind in Exclude<StoredCredentialKind, "ca-bundle">]: Kept } = {
  monitoring: {
    parts: [
      { key: "username", label: message("User name"), secret: false },
      { key: "password", label: message("Password"), secret: true },
    ],
    links: [
      { annotation: "plutono-url", label: message("Plutono") },
      { annotation: "prometheus-url", label: message("Prometheus") },
      { annotation: "alertmanager-url", label: message("Alertmanager") },
    ],
  },
  "ssh-keypair": keypair,
  "old-ssh-keypair": keypair,
  "static-kubeconfig": { parts: [{ key: "kubeconfig", label: message("Kubeconfig"), secret: true }], links: [] },
};

/** Reads the displayed values of a Secret that Gardener stores in the project namespace for a Shoot. */
export async function readStoredSecret(
  { client, target, now, signal }: ShootCredentialCall,
  what: Exclude<StoredCredentialKind, "ca-bundle">,
): Promise<RevealResponse> {
  const name = shootResourceName(target.name, what);
  const { body } = await client.get<KubeObject>({ ...target, resource: secrets, name }, { signal });
  const { parts, links } = kept[what];
  return {
    what,
    revealedAt: new Date(now()).toISOString(),
    parts: parts.flatMap(({ key, label, secret }): Part[] => {
      const encoded = stringAt(body, "data", key);
      if (encoded === undefined) return [];
      const value = Buffer.from(encoded, "base64").toString("utf8");
      return [{ label: text(label), fileName: `${name}.${key}`, text: value, secret }];
    }),
    links: links.flatMap(({ annotation, label }) => {
      const url = URL.parse(body.metadata.annotations?.[annotation] ?? "");
      // Only http and https URLs: a `javascript:` URL in the annotation would run a script.
      return url?.protocol === "https:" || url?.protocol === "http:" ? [{ label: text(label), url: url.href }] : [];
    }),
  };
}
