import "server-only";
import type { KubeconfigKind, RevealResponse } from "#lib/contract/credentials-reveal.ts";
import { stringAt } from "#lib/kube/field.ts";
import { message, text } from "#lib/language/text.ts";
import { type GardenError, invalidResponseError } from "#server/garden/garden-error.ts";
import type { ShootCredentialCall } from "./shoot-credential-call.ts";

const requests = {
  "admin-kubeconfig": { subresource: "adminkubeconfig", kind: "AdminKubeconfigRequest", role: "admin" },
  "viewer-kubeconfig": { subresource: "viewerkubeconfig", kind: "ViewerKubeconfigRequest", role: "viewer" },
} as const;

/** Error messages of Gardener for a Shoot that is too new for a kubeconfig. */
const lacking =
  /could not get (client|cluster) CA|no (kube-apiserver advertised addresses|suitable advertised address)/;

export const clusterUnfinishedMessage = message(
  "The cluster is not ready yet: Gardener has not made what a kubeconfig needs. Ask again when the cluster is created.",
);

/**
 * Whether Gardener issued no kubeconfig because the cluster is still being created; the status is then 500 or 422.
 *
 * @source Gardener: pkg/apiserver/registry/core/shoot/storage/kubeconfig.go
 */
export function isClusterUnfinished({ gardenMessage }: GardenError): boolean {
  return lacking.test(gardenMessage ?? "");
}

/** Requests a short-lived kubeconfig for a Shoot from Gardener. */
export async function requestKubeconfig(
  call: ShootCredentialCall,
  { what, expirationSeconds }: { readonly what: KubeconfigKind; readonly expirationSeconds: number },
): Promise<RevealResponse> {
  const { client, target, now, signal } = call;
  const { subresource, kind, role } = requests[what];
  const body = { apiVersion: "authentication.gardener.cloud/v1alpha1", kind, spec: { expirationSeconds } };
  const answer = await client.create<unknown>({ ...target, subresource }, body, { signal });
  const encoded = stringAt(answer.body, "status", "kubeconfig");
  if (encoded === undefined) throw invalidResponseError(text("The garden made no kubeconfig"));
  const expiresAt = stringAt(answer.body, "status", "expirationTimestamp");
  const fileName = `kubeconfig-${role}-${target.namespace}-${target.name}.yaml`;
  return {
    what,
    revealedAt: new Date(now()).toISOString(),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    parts: [{ label: "kubeconfig", fileName, text: Buffer.from(encoded, "base64").toString("utf8"), secret: true }],
    links: [],
  };
}
