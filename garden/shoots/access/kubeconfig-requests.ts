import "server-only";
import { fieldErrorCause, invalidObjectError } from "#garden/api/errors/api-error.ts";
import { type SubresourceHandler, sendJson } from "#garden/api/http/exchange/exchange.ts";
import { readAccessRequest } from "#garden/api/http/writing/token-requests.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { kubeconfigLifetimeLimits, kubeconfigLifetimeSeconds } from "#lib/policy/operations/kubeconfig.ts";
import type { ShootAccess } from "./shoot-access.ts";

/** Handlers of POST to the Shoot subresources adminkubeconfig and viewerkubeconfig. */
export function kubeconfigHandlers(access: ShootAccess): Readonly<Record<string, SubresourceHandler>> {
  const createKubeconfig: SubresourceHandler = async (exchange, info) => {
    const { server, user } = exchange;
    const { asked, kind, apiVersion, object: shoot, ...wish } = await readAccessRequest(exchange, info);
    const seconds = kubeconfigLifetimeSeconds(wish.seconds);
    if (seconds === undefined) {
      const text = `may not be less than ${kubeconfigLifetimeLimits.minimum} seconds`;
      throw invalidObjectError(asked, "", [fieldErrorCause("Invalid", "spec.expirationSeconds", text)]);
    }
    const now = server.clock.now();
    const expiresAt = new Date(now.getTime() + seconds * 1000);
    const role = info.subresource === "adminkubeconfig" ? "admin" : "viewer";
    const kubeconfig = await access({ shoot, user, role, now, expiresAt });
    if (kubeconfig === undefined) {
      // Like in Gardener's API server, the error names only the request's group, and a field that does not exist.
      const text = "null: no suitable advertised address for kube-apiserver found in .status.advertisedAddresses";
      const cause = fieldErrorCause("Invalid", "status.status", text);
      throw invalidObjectError({ ...info.definition.resource, group: asked.group, kind: "" }, shoot.metadata.name, [
        cause,
      ]);
    }
    sendJson(exchange, 201, {
      kind,
      apiVersion,
      metadata: { creationTimestamp: null },
      spec: { expirationSeconds: seconds },
      status: {
        kubeconfig: Buffer.from(kubeconfig).toString("base64"),
        expirationTimestamp: formatInstant(expiresAt.getTime()),
      },
    });
  };
  return { adminkubeconfig: createKubeconfig, viewerkubeconfig: createKubeconfig };
}
