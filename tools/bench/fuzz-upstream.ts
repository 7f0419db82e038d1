import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { request as httpsRequest } from "node:https";
import { listenOnLoopback } from "#server/testing/listen-on-loopback.ts";

/** Stands between Almanac and its garden and notes what passes. */
export interface RecordingUpstream {
  readonly url: string;
  /** How many requests passed. */
  readonly passed: () => number;
  /** Requests that Almanac has no business to make, or headers that it has no business to send. */
  readonly faults: readonly string[];
  close(): void;
}

const name = "[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?";
const label = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
const shared = "shoots|projects|cloudprofiles|namespacedcloudprofiles|seeds";
/** All that Almanac ever asks of a garden. */
const allowed = [
  new RegExp(`^(PATCH|PUT) /apis/core\\.gardener\\.cloud/v1beta1/namespaces/${label}/shoots/${name}(\\?[\\w=&.-]*)?$`),
  new RegExp(`^DELETE /apis/core\\.gardener\\.cloud/v1beta1/namespaces/${label}/shoots/${name}(\\?[\\w=&.-]*)?$`),
  new RegExp(
    `^POST /apis/core\\.gardener\\.cloud/v1beta1/namespaces/${label}/shoots/${name}/(admin|viewer)kubeconfig(\\?[\\w=&.-]*)?$`,
  ),
  new RegExp(
    `^GET /apis/core\\.gardener\\.cloud/v1beta1/(namespaces/${label}/)?(secretbindings|${shared})(/${name})?(\\?[\\w=&%.-]*)?$`,
  ),
  new RegExp(
    `^GET /apis/security\\.gardener\\.cloud/v1alpha1/(namespaces/${label}/)?credentialsbindings(/${name})?(\\?[\\w=&%.-]*)?$`,
  ),
  new RegExp(`^GET /api/v1/namespaces/${label}/(events|secrets)(/${name})?(\\?[\\w=&%.,-]*)?$`),
  new RegExp(`^GET /apis/security\\.gardener\\.cloud/v1alpha1/namespaces/${label}/workloadidentities/${name}$`),
  /^GET \/openapi\/v3(\/apis\/core\.gardener\.cloud\/v1beta1)?(\?hash=[\w%-]+)?$/,
  new RegExp(`^(GET|PATCH) /apis/core\\.gardener\\.cloud/v1beta1/cloudprofiles/${name}(\\?[\\w=&.-]*)?$`),
  /^GET \/apis\/rbac\.authorization\.k8s\.io\/v1\/rolebindings(\?[\w=&%.-]*)?$/,
  // Feeds live in Almanac's own namespace.
  new RegExp(`^(GET|POST|PATCH|DELETE) /api/v1/namespaces/${label}/configmaps(/${name})?(\\?[\\w=&%.-]*)?$`),
  /^POST \/apis\/authorization\.k8s\.io\/v1\/selfsubject(access|rules)reviews\?fieldManager=almanac$/,
  /^POST \/apis\/authentication\.k8s\.io\/v1\/selfsubjectreviews\?fieldManager=almanac$/,
  /^GET \/(version|api|apis|api\/v1\/namespaces\/kube-system)$/,
];
const allowedHeaders = new Set([
  "accept",
  "authorization",
  "connection",
  "content-length",
  "content-type",
  "host",
  "traceparent",
  "user-agent",
]);

export interface Garden {
  readonly url: string;
  readonly caPem: string;
  readonly tokens: ReadonlySet<string>;
}

export async function startRecordingUpstream(garden: Garden): Promise<RecordingUpstream> {
  const faults: string[] = [];
  let passed = 0;
  const server = createServer((request, response) => {
    passed += 1;
    faults.push(...faultsIn(`${request.method} ${request.url}`, request.headers, garden.tokens));
    pass(request, response, garden);
  });
  // A connection that this end closes while a request is on its way would look like a garden that is away.
  server.keepAliveTimeout = 120_000;
  return { ...(await listenOnLoopback(server)), passed: () => passed, faults };
}

function faultsIn(line: string, headers: IncomingHttpHeaders, tokens: ReadonlySet<string>): string[] {
  const strange = Object.keys(headers).filter((header) => !allowedHeaders.has(header));
  const token = headers.authorization?.replace(/^Bearer /, "") ?? "";
  // Signing in asks the garden about whatever was pasted.
  const mayBeUnknown = line.includes("selfsubjectreviews");
  return [
    ...(allowed.some((pattern) => pattern.test(line)) ? [] : [`not on the list: ${line}`]),
    ...(strange.length === 0 ? [] : [`headers ${strange.join()}: ${line}`]),
    ...(tokens.has(token) || mayBeUnknown ? [] : [`a credential of nobody: ${line}`]),
  ];
}

function pass(request: IncomingMessage, response: ServerResponse, { url, caPem }: Garden): void {
  const upstream = httpsRequest(
    new URL(request.url ?? "/", url),
    { method: request.method, headers: { ...request.headers, host: new URL(url).host }, ca: caPem },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.flushHeaders();
      answer.pipe(response);
    },
  );
  upstream.on("error", () => response.destroy());
  response.on("close", () => upstream.destroy());
  request.pipe(upstream);
}
