import { afterAll, afterEach, describe, expect, test } from "vitest";
import { shoots } from "#lib/kube/resource.ts";
import type { ClientCertificate, GardenConnection } from "./connection.ts";
import { createGarden, type Garden, openGarden } from "./garden.ts";
import { createTestAuthority } from "./testing/authority.ts";
import { startTlsTestServer, type TlsTestServer } from "./testing/tls-upstream.ts";
import { createTransport } from "./transport.ts";

const strict = { exec: false, proxyUrl: false, insecureTls: false };
const json = { "content-type": "application/json" };
const target = { resource: shoots, namespace: "garden-a", name: "web" };

const authority = createTestAuthority();

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const resource of open.splice(0)) await resource.close();
});
afterAll(() => expect(open).toEqual([]));

async function upstream(respond: Parameters<typeof startTlsTestServer>[1]): Promise<TlsTestServer> {
  const started = await startTlsTestServer(authority, respond);
  open.push(started);
  return started;
}

async function embedded({ url }: TlsTestServer, ca = authority.ca): Promise<Garden> {
  const garden = await openGarden({ kind: "embedded", url, ca, token: "own-token" }, strict);
  open.unshift(garden);
  return garden;
}

/** A fake API server that returns the authenticated user: by client certificate first, then by token. */
const whoAmI: Parameters<typeof startTlsTestServer>[1] = (request, response, caller) => {
  const name = caller ?? request.headers.authorization ?? "nobody";
  response.writeHead(200, json).end(JSON.stringify({ kind: "Shoot", metadata: { name: "web", labels: { name } } }));
};

async function callerOf(client: Garden["own"]): Promise<string | undefined> {
  return (await client?.get(target))?.body.metadata.labels?.name;
}

describe("connections", () => {
  test("200 calls of many users share the few connections of one pool", async () => {
    const server = await upstream(whoAmI);
    const garden = await embedded(server);
    for (let at = 0; at < 200; at += 1) {
      const client = at % 2 === 0 ? garden.own : garden.withToken(`user-${at}`);
      expect(await callerOf(client)).toBe(`Bearer ${at % 2 === 0 ? "own-token" : `user-${at}`}`);
    }
    expect(server.connections).toBeLessThanOrEqual(2);
  });

  test("a user's token never travels on a connection of Almanac's client certificate", async () => {
    const server = await upstream(whoAmI);
    let certificate: ClientCertificate = authority.issue("almanac");
    const connection: GardenConnection = {
      kind: "kubeconfig",
      name: "test",
      server: server.url,
      ca: async () => authority.ca,
      skipTlsVerify: false,
      ownCredential: async () => ({ certificate }),
    };
    const garden = createGarden(connection, createTransport(connection));
    open.unshift(garden);
    expect(await callerOf(garden.own)).toBe("almanac");
    expect(await callerOf(garden.withToken("user"))).toBe("Bearer user");
    certificate = authority.issue("almanac-renewed");
    expect(await callerOf(garden.own)).toBe("almanac-renewed");
    expect(await callerOf(garden.withToken("user"))).toBe("Bearer user");
    expect(server.connections).toBe(3);
  });

  test("a garden whose certificate another authority issued is unreachable", async () => {
    const server = await upstream(whoAmI);
    const other = createTestAuthority();
    const garden = await embedded(server, other.ca);
    await expect(garden.withToken("user").get(target)).rejects.toMatchObject({ reason: "unreachable" });
  });

  test("a new authority is taken up without a restart", async () => {
    const server = await upstream(whoAmI);
    let { ca } = createTestAuthority();
    const connection: GardenConnection = {
      kind: "kubeconfig",
      name: "test",
      server: server.url,
      ca: async () => ca,
      skipTlsVerify: false,
      ownCredential: undefined,
    };
    const garden = createGarden(connection, createTransport(connection));
    open.unshift(garden);
    await expect(garden.withToken("user").get(target)).rejects.toMatchObject({ reason: "unreachable" });
    ca = authority.ca;
    expect(await callerOf(garden.withToken("user"))).toBe("Bearer user");
  });

  test("a redirect is not followed", async () => {
    const paths: (string | undefined)[] = [];
    const server = await upstream((request, response) => {
      paths.push(request.url);
      response.writeHead(307, { location: "/api/v1/secrets" }).end();
    });
    const garden = await embedded(server);
    await expect(garden.withToken("user").get(target)).rejects.toMatchObject({ reason: "bad-answer", status: 307 });
    expect(paths).toHaveLength(1);
  });

  test.each(["", "a b", "a\r\nx: y", "ä", "a\0"])("the token %j makes no client", async (token) => {
    const garden = await embedded(await upstream(whoAmI));
    expect(() => garden.withToken(token)).toThrow(expect.objectContaining({ reason: "unauthorized" }));
  });
});

describe("a watch", () => {
  test("gives bytes as they come, and its connection back when it is given up", async () => {
    const closed = Promise.withResolvers<void>();
    const server = await upstream((_, response) => {
      response.on("close", closed.resolve);
      response.writeHead(200, json).write("one\n");
    });
    const garden = await embedded(server);
    const controller = new AbortController();
    const body = await garden.withToken("user").watch({ resource: shoots }, { signal: controller.signal });
    const chunks = body[Symbol.asyncIterator]();
    expect(Buffer.from((await chunks.next()).value).toString()).toBe("one\n");
    const next = chunks.next();
    controller.abort();
    await expect(next).rejects.toMatchObject({ reason: "aborted" });
    await closed.promise;
  });

  test("that is cut off is unreachable", async () => {
    const server = await upstream((_, response) => {
      response.writeHead(200, json).write("one\n", () => response.destroy());
    });
    const garden = await embedded(server);
    const read = async () => {
      for await (const _ of await garden.withToken("user").watch({ resource: shoots }, {}));
    };
    await expect(read()).rejects.toMatchObject({ reason: "unreachable" });
  });

  test("that is refused says why", async () => {
    const status = {
      kind: "Status",
      apiVersion: "v1",
      code: 410,
      reason: "Expired",
      message: "too old resource version",
    };
    const server = await upstream((_, response) => response.writeHead(410, json).end(JSON.stringify(status)));
    const garden = await embedded(server);
    const refused = garden.withToken("user").watch({ resource: shoots }, {});
    await expect(refused).rejects.toMatchObject({ reason: "expired", gardenMessage: "too old resource version" });
  });

  test("answered with a page of HTML is a bad answer", async () => {
    const server = await upstream((_, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<html>"),
    );
    const garden = await embedded(server);
    await expect(garden.withToken("user").watch({ resource: shoots }, {})).rejects.toMatchObject({
      reason: "bad-answer",
    });
  });
});
