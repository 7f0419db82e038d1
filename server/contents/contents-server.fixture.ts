import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createGardenClient } from "#server/garden/garden-client.ts";
import { createRequestSender } from "#server/garden/request-sender.ts";
import { createTransport } from "#server/garden/transport.ts";
import type { ShootApi } from "#server/nodes/shoot-api.ts";
import { listenOnLoopback } from "#server/testing/listen-on-loopback.ts";

/** What a Shoot's API server answers to a request: the body of a list, or the whole answer. */
export type Serve = (url: URL, response: ServerResponse, request: IncomingMessage) => unknown;

interface TestShootApi extends ShootApi {
  /** Paths with queries, in the order of the requests. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** Starts an API server that answers as told, and a client for it. A value that is returned is sent as JSON. */
export async function serveShootApi(serve: Serve, role: ShootApi["role"] = "viewer"): Promise<TestShootApi> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://shoot");
    asked.push(`${url.pathname}${url.search}`);
    const answer = serve(url, response, request);
    if (answer === undefined) return;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(answer));
  });
  const { url, close } = await listenOnLoopback(server);
  const transport = createTransport({
    kind: "kubeconfig",
    name: "shoot",
    server: url,
    ca: async () => undefined,
    skipTlsVerify: false,
    ownCredential: undefined,
  });
  const client = createGardenClient(createRequestSender(url, transport), async () => ({}));
  return {
    client,
    role,
    asked,
    async close() {
      await transport.close();
      close();
    },
  };
}

const kinds: Readonly<Record<string, string>> = {
  "/api/v1/nodes": "NodeList",
  "/api/v1/pods": "PodList",
  "/api/v1/persistentvolumes": "PersistentVolumeList",
  "/apis/apps/v1/deployments": "DeploymentList",
  "/apis/apps/v1/statefulsets": "StatefulSetList",
  "/apis/batch/v1/jobs": "JobList",
  "/apis/policy/v1/poddisruptionbudgets": "PodDisruptionBudgetList",
  "/apis/discovery.k8s.io/v1/endpointslices": "EndpointSliceList",
  "/apis/apiregistration.k8s.io/v1/apiservices": "APIServiceList",
  "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations": "MutatingWebhookConfigurationList",
  "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations": "ValidatingWebhookConfigurationList",
};

/** A list of the kind that a path asks for; of metadata for paths without one. */
export function listAnswer({ pathname }: URL, items: readonly unknown[], metadata: object = {}): object {
  const kind = kinds[pathname];
  if (kind === undefined) {
    return { kind: "PartialObjectMetadataList", apiVersion: "meta.k8s.io/v1", metadata, items };
  }
  const apiVersion = pathname.startsWith("/api/") ? "v1" : pathname.split("/").slice(2, 4).join("/");
  return { kind, apiVersion, metadata, items };
}

/** Sends a Status with an error. */
export function sendStatus(response: ServerResponse, code: number, reason: string): undefined {
  response.writeHead(code, { "content-type": "application/json" });
  response.end(JSON.stringify({ kind: "Status", apiVersion: "v1", status: "Failure", code, reason, message: reason }));
}
