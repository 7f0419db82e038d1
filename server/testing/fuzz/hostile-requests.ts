import fc from "fast-check";
import { methods } from "#server/boundary/route-rule.ts";
import { appFiles } from "#server/start/app-files.ts";
import { hostileBodies, hostileStrings } from "./hostile-strings.ts";
import type { WireRequest } from "./wire-request.ts";

/** An existing cluster, so that some fuzz requests get past the first checks. */
export interface RealCluster {
  readonly project: string;
  readonly name: string;
}

const routes = appFiles("route.ts").map(({ path }) => path);
const paths: readonly string[] = [...routes, ...appFiles("page.tsx").map(({ path }) => path)];

const hosts = ["127.0.0.1", "localhost", "evil.example", "127.0.0.1:1", "[::1]", "a b", ""];
const ours = [
  ["sec-fetch-site", "same-origin"],
  ["x-almanac", "1"],
  ["content-type", "application/json"],
] as const;

// Without content-length, since a server may rightly wait for a body that does not come.
const headerNames = [
  "accept",
  "accept-encoding",
  "authorization",
  "connection",
  "content-type",
  "cookie",
  "expect",
  "forwarded",
  "host",
  "if-none-match",
  "impersonate-group",
  "impersonate-user",
  "last-event-id",
  "next-action",
  "next-router-prefetch",
  "next-router-segment-prefetch",
  "next-router-state-tree",
  "next-url",
  "origin",
  "range",
  "referer",
  "rsc",
  "sec-fetch-site",
  "te",
  "upgrade",
  "x-almanac",
  "x-almanac-accept-encoding",
  "x-almanac-peer",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-http-method-override",
  "x-invoke-path",
  "x-matched-path",
  "x-middleware-subrequest",
  "x-nextjs-data",
  "x-nonce",
  "x-now-route-matches",
  "x-original-url",
  "x-remote-user",
  "x-rewrite-url",
];

/** The fixed requests of a fuzz run: every hostile text in every part of every URL. */
export function fixedHostileRequests(real: RealCluster): readonly WireRequest[] {
  const everywhere = paths.flatMap((path) =>
    hostileStrings.flatMap((text): WireRequest[] => [
      plain("GET", fill(path, text, text)),
      plain("GET", fill(path, real.project, text)),
      plain("GET", `${fill(path, real.project, real.name)}?q=${text}&cursor=${text}&${text}`),
      plain("GET", fill(path, real.project, real.name), [["last-event-id", text]]),
    ]),
  );
  const bodies = routes.flatMap((path) =>
    hostileBodies.flatMap((body) =>
      (["POST", "PUT", "PATCH", "DELETE"] as const).map((method) => ({
        ...plain(method, fill(path, real.project, real.name)),
        body,
      })),
    ),
  );
  const targets = hostileStrings.flatMap((text) => [
    plain("GET", `/${text}`),
    plain("GET", text),
    plain("GET", `http://${text}/api/session`),
    plain("GET", `/_next/image?url=${text}&w=64&q=75`),
    plain("GET", `/_next/static/${text}`),
    plain("GET", `/_next/data/${text}.json`),
    plain("GET", `/login?next=${text}`),
  ]);
  return [...everywhere, ...bodies, ...targets];
}

function plain(method: string, target: string, more: WireRequest["headers"] = []): WireRequest {
  return { method, target, headers: [["host", "127.0.0.1"], ...ours, ...more], body: "", session: "valid" };
}

function fill(path: string, project: string, name: string): string {
  return path
    .replace(/\/?\[\[\.\.\.\w+\]\]/, `/${name}`)
    .replace("[project]", () => project)
    .replace(/\[\w+\]/g, () => name);
}

/** Generates random requests, most of which are nearly valid. */
export function hostileRequest(real: RealCluster): fc.Arbitrary<WireRequest> {
  const text = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...hostileStrings) },
    { weight: 2, arbitrary: fc.string({ maxLength: 80 }) },
    { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 40 }).map(encodeLoosely) },
    { weight: 1, arbitrary: fc.webPath() },
  );
  const project = fc.oneof({ weight: 2, arbitrary: fc.constant(real.project) }, { weight: 1, arbitrary: text });
  const name = fc.oneof({ weight: 2, arbitrary: fc.constant(real.name) }, { weight: 1, arbitrary: text });
  const query = fc.array(fc.tuple(text, text), { maxLength: 4 }).map((pairs) => {
    const joined = pairs.map(([key, value]) => `${key}=${value}`).join("&");
    return joined === "" ? "" : `?${joined}`;
  });
  const address = fc
    .tuple(fc.constantFrom(...paths), project, name, query)
    .map(([path, of, called, asked]) => `${fill(path, of, called)}${asked}`);
  const target = fc.oneof(
    { weight: 8, arbitrary: address },
    { weight: 2, arbitrary: text.map((path) => `/${path}`) },
    {
      weight: 1,
      arbitrary: text,
    },
  );
  const method = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom("GET", "POST") },
    { weight: 3, arbitrary: fc.constantFrom(...methods) },
    { weight: 1, arbitrary: fc.constantFrom("TRACE", "PROPFIND", "CONNECT", "get", "BREW", "GET\t") },
  );
  const strange = fc.array(fc.tuple(fc.constantFrom(...headerNames), text), { maxLength: 5 });
  const headers = fc
    .tuple(fc.constantFrom(...hosts), fc.boolean(), strange)
    .map(([host, own, more]): WireRequest["headers"] => [
      ["host", own ? "127.0.0.1" : host],
      ...(own ? ours : []),
      ...more,
    ]);
  const body = fc.oneof(
    { weight: 3, arbitrary: fc.constant("") },
    { weight: 2, arbitrary: fc.constantFrom(...hostileBodies) },
    { weight: 2, arbitrary: fc.json() },
    { weight: 1, arbitrary: text },
  );
  const session = fc.constantFrom("valid", "valid", "valid", "none", "tampered");
  return fc.record({ method, target, headers, body, session });
}

/** Percent-encodes the ASCII characters of texts of even length; others stay unchanged, so that both forms occur. */
function encodeLoosely(text: string): string {
  return text.length % 2 === 0 ? Array.from(text, encodeOne).join("") : text;
}

function encodeOne(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 ? `%${code.toString(16).padStart(2, "0")}` : character;
}
