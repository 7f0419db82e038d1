import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { KubeObject } from "#lib/kube/object.ts";
import { cloudProfiles, projects, shoots } from "#lib/kube/resource.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { openGarden } from "#server/garden/garden.ts";
import { createTestAuthority, type TestAuthority } from "#server/garden/testing/authority.ts";
import { startTlsTestServer, type TlsTestServer } from "#server/garden/testing/tls-upstream.ts";
import { systemClock } from "./clock.ts";
import { createGardenProbe, requestGardenVersion } from "./garden-probe.ts";
import { startInformer } from "./start-informer.ts";
import { initialEventsEnd } from "./testing/events.ts";

const log = { warn() {} };
const closers: (() => Promise<unknown>)[] = [];
let directory = "";
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "garden-"));
  closers.push(() => rm(directory, { recursive: true }));
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A fake garden with empty collections that accepts one token. */
async function serve(authority: TestAuthority, token: string, port = 0): Promise<TlsTestServer> {
  const garden = await startTlsTestServer(
    authority,
    ({ url = "", headers }, response) => {
      const isKnown = headers.authorization === `Bearer ${token}`;
      response.writeHead(isKnown ? 200 : 401, { "content-type": "application/json" });
      response.flushHeaders();
      const { pathname, searchParams } = new URL(url, "https://garden");
      if (!isKnown || pathname === "/version") response.end("{}");
      else if (searchParams.get("sendInitialEvents")) response.write(`${JSON.stringify(initialEventsEnd(5))}\n`);
    },
    port,
  );
  closers.push(() => garden.close());
  return garden;
}

async function writeFiles({ ca }: TestAuthority, token: string): Promise<void> {
  await writeFile(join(directory, "ca.crt"), ca);
  await writeFile(join(directory, "token"), `${token}\n`);
}

async function mirrorsOf(server: string) {
  const file = join(directory, "kubeconfig");
  const cluster = { server, "certificate-authority": "ca.crt" };
  const config = {
    apiVersion: "v1",
    kind: "Config",
    "current-context": "one",
    clusters: [{ name: "garden", cluster }],
    users: [{ name: "almanac", user: { tokenFile: "token" } }],
    contexts: [{ name: "one", context: { cluster: "garden", user: "almanac" } }],
  };
  await writeFile(file, JSON.stringify(config));
  const garden = await openGarden({ kind: "kubeconfig", file }, { exec: false, proxyUrl: false, insecureTls: false });
  closers.push(() => garden.close());
  const { own } = garden;
  if (own === undefined) throw new Error("the kubeconfig has no user");
  const timing = { clock: systemClock, random: Math.random };
  const probe = createGardenProbe({ ask: (signal) => requestGardenVersion(own, signal), ...timing });
  const mirrors = [shoots, projects, cloudProfiles].map((resource) =>
    startInformer<KubeObject>({ from: own, scope: { resource }, log, ...timing, probe }),
  );
  closers.push(() => Promise.all(mirrors.map((mirror) => mirror.stop())));
  return mirrors.map(({ mirror }) => mirror);
}

test("F15, F20: a garden that comes back with a new certificate and takes a new token only is live again by itself", async () => {
  const [before, after] = [createTestAuthority(), createTestAuthority()];
  await writeFiles(before, "old");
  const first = await serve(before, "old");
  const mirrors = await mirrorsOf(first.url);
  const states = () => [...new Set(mirrors.map(({ state }) => state))];
  await eventually(() => expect(states()).toEqual(["live"]));

  await first.close();
  await eventually(() => expect(states()).toEqual(["stale"]));
  await serve(after, "new", first.port);
  await writeFiles(after, "old");
  await eventually(() =>
    expect(mirrors.map(({ staleness }) => staleness?.reason)).toEqual(["unauthorized", "unauthorized", "unauthorized"]),
  );
  await writeFiles(after, "new");
  await eventually(() => expect(states()).toEqual(["live"]));
});
