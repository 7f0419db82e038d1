import "server-only";
import type { RevealResponse, StoredKind } from "#lib/contract/credentials-reveal.ts";
import { textAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { secrets } from "#lib/kube/resource.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { shootResourceName } from "#lib/policy/operations/project-resources.ts";
import type { RetrievalCall } from "./retrieval-call.ts";

type Part = RevealResponse["parts"][number];

interface Kept {
  readonly parts: readonly { readonly key: string; readonly label: Message; readonly secret: boolean }[];
  /** Annotations that hold URLs. */
  readonly links: readonly { readonly annotation: string; readonly label: Message }[];
}

const keypair: Kept = {
  parts: [
    { key: "id_rsa", label: message("Private key"), secret: true },
    { key: "id_rsa.pub", label: message("Public key"), secret: false },
  ],
  links: [],
};

/** The Secret keys that are shown; all others are withheld. */
const kept: { readonly [Kind in Exclude<StoredKind, "ca-bundle">]: Kept } = {
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

/** Reads values of a Secret that Gardener keeps for the owners of a Shoot. */
export async function readStoredSecret(
  { client, target, now, signal }: RetrievalCall,
  what: Exclude<StoredKind, "ca-bundle">,
): Promise<RevealResponse> {
  const name = shootResourceName(target.name, what);
  const { body } = await client.get<KubeObject>({ ...target, resource: secrets, name }, { signal });
  const { parts, links } = kept[what];
  return {
    what,
    revealedAt: new Date(now()).toISOString(),
    parts: parts.flatMap(({ key, label, secret }): Part[] => {
      const encoded = textAt(body, "data", key);
      if (encoded === undefined) return [];
      const value = Buffer.from(encoded, "base64").toString("utf8");
      return [{ label: text(label), fileName: `${name}.${key}`, text: value, secret }];
    }),
    links: links.flatMap(({ annotation, label }) => {
      const url = URL.parse(body.metadata.annotations?.[annotation] ?? "");
      // Only http and https, so that the annotation's author cannot choose a URL that runs script.
      return url?.protocol === "https:" || url?.protocol === "http:" ? [{ label: text(label), url: url.href }] : [];
    }),
  };
}
