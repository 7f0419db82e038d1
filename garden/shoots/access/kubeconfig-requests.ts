import "server-only";
import { badRequest, invalid, notFound } from "#garden/api/errors/api-error.ts";
import { type Exchange, type SubresourceHandler, sendJson } from "#garden/api/http/exchange/exchange.ts";
import { readObject } from "#garden/api/http/exchange/read-body.ts";
import type { ResourceRequestInfo } from "#garden/api/http/exchange/request-info.ts";
import { resourceKey } from "#garden/api/store/store.ts";
import { kubeconfigKinds } from "#garden/gardener/resources/kubeconfig-kinds.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { kubeconfigExpiry, kubeconfigLifetimeSeconds } from "#lib/policy/operations/kubeconfig.ts";
import type { ShootAccess } from "./shoot-access.ts";

/** What answers a POST to a Shoot's adminkubeconfig or viewerkubeconfig, by the name of the subresource. */
export function kubeconfigHandlers(access: ShootAccess): Readonly<Record<Subresource, SubresourceHandler>> {
  return {
    adminkubeconfig: (exchange, info) => createKubeconfig(exchange, info, { access, subresource: "adminkubeconfig" }),
    viewerkubeconfig: (exchange, info) => createKubeconfig(exchange, info, { access, subresource: "viewerkubeconfig" }),
  };
}

type Subresource = keyof typeof kubeconfigKinds;

interface Door {
  readonly access: ShootAccess;
  readonly subresource: Subresource;
}

/** @throws ApiError 400, 404, 422 */
async function createKubeconfig(
  exchange: Exchange,
  { definition, namespace, name = "" }: ResourceRequestInfo,
  { access, subresource }: Door,
): Promise<void> {
  const { server, user, request } = exchange;
  const body = await readObject(request);
  const { kind, apiVersion, resource } = kubeconfigKinds[subresource];
  if ((body.kind ?? kind) !== kind || (body.apiVersion ?? apiVersion) !== apiVersion) {
    throw badRequest(`a ${kind} of ${apiVersion} is expected, got ${String(body.kind)} of ${String(body.apiVersion)}`);
  }
  const shoot = server.store.collection(resourceKey(definition.resource)).get(namespace, name);
  if (shoot === undefined) throw notFound(definition.resource, name);
  const seconds = lifetime(fieldAt(body, "spec", "expirationSeconds"));
  if (seconds === undefined) {
    throw invalid(resource, "", [
      {
        reason: "FieldValueInvalid",
        field: "spec.expirationSeconds",
        message: `Invalid value: may not be less than ${kubeconfigExpiry.minimum} seconds`,
      },
    ]);
  }
  const now = server.clock.now();
  const expiresAt = new Date(now.getTime() + seconds * 1000);
  const role = subresource === "adminkubeconfig" ? "admin" : "viewer";
  const kubeconfig = await access.kubeconfigFor({ shoot, user, role, now, expiresAt });
  if (kubeconfig === undefined) {
    // The API server names the group of the request alone, and a field that does not exist.
    throw invalid({ ...definition.resource, group: "authentication.gardener.cloud", kind: "" }, name, [
      {
        reason: "FieldValueInvalid",
        field: "status.status",
        message:
          "Invalid value: null: no suitable advertised address for kube-apiserver found in .status.advertisedAddresses",
      },
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
}

/** In seconds; undefined for what is refused. */
function lifetime(wished: unknown): number | undefined {
  if (wished === undefined || wished === null) return kubeconfigExpiry.default;
  if (!Number.isInteger(wished)) throw badRequest("spec.expirationSeconds is no whole number");
  return kubeconfigLifetimeSeconds(Number(wished));
}
