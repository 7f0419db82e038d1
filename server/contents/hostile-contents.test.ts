import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { expect, onTestFinished, test } from "vitest";
import type { ClusterContents } from "#lib/policy/readiness/contents/cluster-contents.ts";
import { contentsPartNames } from "#lib/view/readiness/contents-schema.ts";
import { listAnswer, type Serve, sendStatus, serveShootApi } from "./contents-server.fixture.ts";
import { maxRequests } from "./look-budget.ts";
import { removedKindsOf } from "./managed-objects.ts";
import { readClusterContents } from "./read-cluster-contents.ts";

interface Looked {
  readonly contents: ClusterContents;
  readonly asked: readonly string[];
}

async function look(
  serve: Serve,
  { role = "viewer", signal = AbortSignal.timeout(60_000) }: { role?: "viewer" | "admin"; signal?: AbortSignal } = {},
): Promise<Looked> {
  const api = await serveShootApi(serve, role);
  onTestFinished(() => api.close());
  const kinds = removedKindsOf("1.31.4", "1.32.1");
  const contents = await readClusterContents(api, { signal, now: () => 7, kinds });
  return { contents, asked: api.asked };
}

const pod = (index: number, more: object = {}) => ({
  metadata: { namespace: "shop", name: `pod-${index}`, labels: { app: "shop" } },
  spec: { nodeName: "node-1" },
  status: { phase: "Running" },
  ...more,
});
const isPods = ({ pathname }: URL) => pathname === "/api/v1/pods";
const empty: Serve = (url) => listAnswer(url, []);

test("a cluster with 5,000 Pods costs at most 30 requests, and each Pod is read", async () => {
  const { contents, asked } = await look((url) => {
    if (url.pathname === "/metrics") return undefined;
    if (!isPods(url)) return listAnswer(url, []);
    const [from, limit] = [Number(url.searchParams.get("continue")), Number(url.searchParams.get("limit"))];
    const items = Array.from({ length: Math.min(limit, 5_000 - from) }, (_, index) => pod(from + index));
    return listAnswer(url, items, from + limit < 5_000 ? { continue: String(from + limit) } : {});
  });
  expect(contents.pods).toMatchObject({ state: "read", isComplete: true, unreadable: 0 });
  expect(contents.pods.state === "read" && contents.pods.items.length).toBe(5_000);
  expect(asked.length).toBeLessThanOrEqual(maxRequests);
});

test("a server that always promises another page is asked as often as 30 times, and each part has had its first request", async () => {
  const { contents, asked } = await look((url) => listAnswer(url, [pod(1)], { continue: "more" }));
  // One request is kept for the Services that webhooks call, of which there are none here.
  expect(asked).toHaveLength(maxRequests - 1);
  for (const part of contentsPartNames.filter((name) => name !== "requestedApis" && name !== "services")) {
    expect(contents[part], part).toMatchObject({ state: "read", isComplete: false });
  }
});

test("a page larger than 16 MB is not read to its end, and the part is said to be too large", async () => {
  let sentBytes = 0;
  const { contents } = await look((url, response) => {
    if (!isPods(url)) return listAnswer(url, []);
    void sendEndlessly(response, (bytes) => {
      sentBytes += bytes;
    });
    return undefined;
  });
  expect(contents.pods).toEqual({ state: "unread", why: "too-large" });
  expect(contents.nodes).toMatchObject({ state: "read", isComplete: true });
  expect(sentBytes).toBeLessThan(50 * 1024 * 1024);
});

async function sendEndlessly(response: ServerResponse, sent: (bytes: number) => void): Promise<void> {
  response.writeHead(200, { "content-type": "application/json" });
  const piece = Buffer.alloc(256 * 1024, " ");
  const pieces = function* () {
    for (;;) {
      sent(piece.byteLength);
      yield piece;
    }
  };
  // The client ends the connection.
  await pipeline(Readable.from(pieces()), response).catch(() => undefined);
}

test("a list of more objects than any page may have is cut, and the part is said to be incomplete", async () => {
  const { contents } = await look((url) =>
    isPods(url)
      ? listAnswer(
          url,
          Array.from({ length: 60_000 }, (_, index) => pod(index)),
        )
      : listAnswer(url, []),
  );
  expect(contents.pods).toMatchObject({ state: "read", isComplete: false });
  expect(contents.pods.state === "read" && contents.pods.items.length).toBe(20_000);
});

test("objects that are none, or with names and labels of absurd length, are counted and left out", async () => {
  const long = "x".repeat(100_000);
  const odd = [
    ...[null, 7, "pod", [], {}],
    ...[pod(1, { metadata: { namespace: "shop", name: long } }), pod(1, { metadata: { name: "no-namespace" } })],
    pod(1, { metadata: { namespace: "shop", name: "labels", labels: { [long]: "a" } } }),
    pod(1, { metadata: { namespace: "shop", name: "labels", labels: ["a"] } }),
    pod(1, { metadata: { namespace: "shop", name: "labels", labels: { app: 7 } } }),
  ];
  const { contents } = await look((url) => (isPods(url) ? listAnswer(url, [...odd, pod(2)]) : listAnswer(url, [])));
  expect(contents.pods).toMatchObject({ state: "read", isComplete: true, unreadable: odd.length });
  expect(contents.pods.state === "read" && contents.pods.items.map(({ name }) => name)).toEqual(["pod-2"]);
});

test("a list of another kind, or something that is no list, is unreadable", async () => {
  const answers: readonly unknown[] = [
    { kind: "SecretList", apiVersion: "v1", metadata: {}, items: [] },
    { kind: "PodList", apiVersion: "v1", metadata: {}, items: { length: 3 } },
    { kind: "PodList", apiVersion: "v1", items: [] },
    [pod(1)],
  ];
  for (const answer of answers) {
    const { contents } = await look((url) => (isPods(url) ? answer : listAnswer(url, [])));
    expect(contents.pods).toEqual({ state: "unread", why: "unreadable" });
  }
});

test("rights that are revoked in the middle leave what was read, as incomplete, and the rest as forbidden", async () => {
  let pages = 0;
  const { contents } = await look((url, response) => {
    if (isPods(url) && pages === 0) {
      pages += 1;
      return listAnswer(url, [pod(1)], { continue: "2" });
    }
    return sendStatus(response, 403, "Forbidden");
  });
  expect(contents.pods).toMatchObject({ state: "read", isComplete: false, items: [{ name: "pod-1" }] });
  expect(contents.nodes).toEqual({ state: "unread", why: "forbidden" });
});

test("resources that a viewer is refused and kinds that are not served are told apart", async () => {
  const { contents } = await look((url, response) => {
    if (url.pathname.endsWith("/jobs")) return sendStatus(response, 403, "Forbidden");
    if (url.pathname.endsWith("/persistentvolumes")) return sendStatus(response, 404, "NotFound");
    if (url.pathname.endsWith("/namespaces")) return sendStatus(response, 500, "InternalError");
    return listAnswer(url, []);
  });
  expect(contents.jobs).toEqual({ state: "unread", why: "forbidden" });
  expect(contents.volumes).toEqual({ state: "unread", why: "not-served" });
  expect(contents.namespaces).toEqual({ state: "unread", why: "unreachable" });
});

test("when the time is over, what has answered is read and the rest has timed out", async () => {
  const time = new AbortController();
  const { contents } = await look(
    (url) => {
      if (isPods(url)) return undefined;
      // The last list that is asked for: what was asked for long before has been read.
      if (url.pathname.endsWith("/prioritylevelconfigurations")) time.abort();
      return listAnswer(url, []);
    },
    { signal: time.signal },
  );
  expect(contents.pods).toEqual({ state: "unread", why: "timed-out" });
  expect(contents.nodes).toMatchObject({ state: "read" });
});

test("a viewer's kubeconfig asks for no metrics, and nobody asks for Secrets or ConfigMaps", async () => {
  for (const role of ["viewer", "admin"] as const) {
    const { asked } = await look(empty, { role });
    expect(asked.some((path) => path.startsWith("/metrics"))).toBe(role === "admin");
    expect(asked.filter((path) => /secrets|configmaps/.test(path))).toEqual([]);
  }
});
