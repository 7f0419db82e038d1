import { createServer } from "node:http";
import { parentPort, workerData } from "node:worker_threads";
import { manyPods } from "./many-pods.ts";

// The API server of a Shoot, in a thread of its own, so that its work is not measured as Almanac's.
const collections = manyPods(Number(workerData));

/** Pages are made in advance, as the bench measures how they are read. */
const pages = new Map<string, string>();

function pageOf(path: string, from: number, limit: number): string {
  const { kind, items } = collections[path] ?? { kind: "PartialObjectMetadataList", items: [] };
  const isMetadata = kind === "PartialObjectMetadataList" || path === "/api/v1/namespaces";
  const next = from + limit < items.length ? { continue: String(from + limit) } : {};
  return JSON.stringify({
    kind: isMetadata ? "PartialObjectMetadataList" : kind,
    apiVersion: isMetadata ? "meta.k8s.io/v1" : path.startsWith("/api/") ? "v1" : path.split("/").slice(2, 4).join("/"),
    metadata: next,
    items: items.slice(from, from + limit),
  });
}

const policies = ["validatingadmissionpolicies", "validatingadmissionpolicybindings"];
const discovery = {
  kind: "APIGroupDiscoveryList",
  items: [
    {
      metadata: { name: "admissionregistration.k8s.io" },
      versions: [{ version: "v1", resources: policies.map((resource) => ({ resource })) }],
    },
  ],
};

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://shoot");
  response.setHeader("content-type", "application/json");
  if (pathname === "/apis") {
    response.end(JSON.stringify(discovery));
    return;
  }
  if (!Object.hasOwn(collections, pathname)) {
    response.statusCode = 404;
    response.end(
      JSON.stringify({ kind: "Status", apiVersion: "v1", status: "Failure", reason: "NotFound", code: 404 }),
    );
    return;
  }
  const [from, limit] = [Number(searchParams.get("continue") ?? 0), Number(searchParams.get("limit"))];
  const key = `${pathname} ${from} ${limit}`;
  const page = pages.get(key) ?? pageOf(pathname, from, limit);
  pages.set(key, page);
  response.end(page);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  parentPort?.postMessage(typeof address === "object" ? address?.port : undefined);
});
