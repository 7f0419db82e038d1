import "server-only";
import { stringify } from "yaml";
import type { ServiceAccountKubeconfig } from "#lib/contract/project/service-accounts.ts";
import { stringAt } from "#lib/kube/field.ts";
import { serviceAccounts } from "#lib/kube/resource.ts";
import { text } from "#lib/language/text.ts";
import { type GardenEndpoint, kubeconfigCluster } from "#server/garden/garden-endpoint.ts";
import { invalidResponseError } from "#server/garden/garden-error.ts";
import { type ProjectContext, type ProjectRequest, requireSeenProject } from "./project-context.ts";

interface KubeconfigRequest extends ProjectRequest {
  readonly account: string;
  readonly expirationSeconds: number;
  /** Where people and robots reach the garden's API server. */
  readonly endpoint: GardenEndpoint;
}

/** Requests a token for a service account with the user's own token, and returns a kubeconfig for the garden with it. */
export async function requestServiceAccountKubeconfig(
  context: ProjectContext,
  { token, name: projectName, account, expirationSeconds, endpoint, signal }: KubeconfigRequest,
): Promise<ServiceAccountKubeconfig> {
  const { project } = await requireSeenProject(context, token, projectName);
  const namespace = project.spec.namespace ?? "";
  const target = { resource: serviceAccounts, namespace, name: account, subresource: "token" };
  const body = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { expirationSeconds } };
  const answer = await context.withToken(token).create<unknown>(target, body, { signal });
  const granted = stringAt(answer.body, "status", "token");
  if (granted === undefined) throw invalidResponseError(text("The garden made no token"));
  const expiresAt = stringAt(answer.body, "status", "expirationTimestamp");
  return {
    fileName: `kubeconfig-${projectName}-${account}.yaml`,
    text: kubeconfigOf({
      endpoint,
      namespace,
      token: granted,
      user: account,
      context: `garden-${projectName}-${account}`,
    }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

interface KubeconfigFacts {
  readonly endpoint: GardenEndpoint;
  readonly namespace: string;
  readonly user: string;
  readonly context: string;
  readonly token: string;
}

function kubeconfigOf({ endpoint, namespace, user, context, token }: KubeconfigFacts): string {
  return stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": context,
    clusters: [{ name: "garden", cluster: kubeconfigCluster(endpoint) }],
    contexts: [{ name: context, context: { cluster: "garden", user, namespace } }],
    users: [{ name: user, user: { token } }],
  });
}
