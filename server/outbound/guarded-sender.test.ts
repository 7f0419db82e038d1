import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import type { DeliveryFailureCode } from "#lib/notices/delivery-failure-descriptions.ts";
import { type CertificatePair, createTestAuthority } from "#server/garden/testing/authority.ts";
import { listenOnLoopback } from "#server/testing/listen-on-loopback.ts";
import { startWebhookReceiver } from "#server/testing/webhook-receiver.ts";
import { createGuardedSender, type OutboundRequestResult } from "./guarded-sender.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const strict = { names: [], ranges: [], plainHttp: false };
const local = { names: [], ranges: ["127.0.0.0/8"], plainHttp: true };

/** An HTTP receiver on this machine, and the requests that it got. */
async function receiver(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  const listening = await listenOnLoopback(server);
  closing.push(() => listening.close());
  return { port: Number(new URL(listening.url).port), seen };
}

function sender(...given: Parameters<typeof createGuardedSender>) {
  const made = createGuardedSender(...given);
  closing.push(() => made.close());
  return made;
}

const empty = { headers: { "content-type": "application/json" }, body: "{}" };

describe("S08: nothing that people ask for leads inside", () => {
  test.each([
    "http://receiver.example/",
    "ftp://receiver.example/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "receiver.example",
    "https://user:pass@receiver.example/",
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0177.0.0.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:169.254.169.254]/",
    "https://[fd00:ec2::254]/latest/meta-data/",
    "https://169.254.169.254/latest/meta-data/",
    "https://0/",
    "https://10.0.0.1:6443/api",
    "https://①②⑦.⓪.⓪.①/",
  ])("an address is refused before anybody is asked for it: %s", async (url) => {
    const asked: string[] = [];
    const guarded = sender(strict, async (host) => {
      asked.push(host);
      return [{ address: "8.8.8.8", family: 4 }];
    });
    expect(guarded.faultOf(url)).toMatch(/^The address /);
    expect(await guarded.post({ url, ...empty })).toEqual({ kind: "no-address" });
    expect(asked).toEqual([]);
  });

  test.each<[string, readonly { address: string; family: number }[]]>([
    ["this machine", [{ address: "127.0.0.1", family: 4 }]],
    ["a metadata service", [{ address: "169.254.169.254", family: 4 }]],
    [
      "a public and a private address",
      [
        { address: "8.8.8.8", family: 4 },
        { address: "10.0.0.1", family: 4 },
      ],
    ],
    ["nothing", []],
  ])("a name that leads to %s is refused, and one that there is not sounds the same", async (_what, found) => {
    const guarded = sender(strict, async () => found);
    const missing = sender(strict, () => Promise.reject(new Error("ENOTFOUND")));
    const url = "https://receiver.example/";
    expect(guarded.faultOf(url)).toBeUndefined();
    expect(await guarded.post({ url, ...empty })).toEqual({ kind: "no-address" });
    expect(await missing.post({ url, ...empty })).toEqual({ kind: "no-address" });
  });

  test("a name that changes after it was looked at leads nowhere else: each connection asks once, and goes where it was told", async () => {
    const inside = await receiver((_, response) => void response.end());
    const asked: string[] = [];
    // The address range of the first DNS answer is allowed, so that a test server can listen there; the second is not.
    const answers = ["127.0.0.1", "127.9.9.9"];
    const guarded = sender({ names: [], ranges: ["127.0.0.1/32"], plainHttp: true }, async (host) => {
      asked.push(host);
      return [{ address: answers[asked.length - 1] ?? "127.9.9.9", family: 4 }];
    });
    const url = `http://receiver.example:${inside.port}/`;
    expect(await guarded.post({ url, ...empty })).toEqual({ kind: "answered", status: 200 });
    expect(asked).toEqual(["receiver.example"]);
    expect(await guarded.post({ url, ...empty })).toEqual({ kind: "no-address" });
    expect(asked).toHaveLength(2);
    expect(inside.seen).toHaveLength(1);
  });

  test("a redirect is an answer, and is not followed", async () => {
    const inside = await receiver((_, response) => void response.end());
    const outside = await receiver((_, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${inside.port}/inside` }).end();
    });
    const answer = await sender(local).post({ url: `http://127.0.0.1:${outside.port}/`, ...empty });
    expect(answer).toEqual({ kind: "answered", status: 307 });
    expect(inside.seen).toEqual([]);
  });
});

test("an answer without end is not read to its end", async () => {
  const endless = await receiver((_, response) => {
    const write = () => {
      while (response.write("x".repeat(65_536)));
    };
    response.on("drain", write);
    write();
  });
  const answer = await sender(local).post({ url: `http://127.0.0.1:${endless.port}/`, ...empty });
  expect(answer).toEqual({ kind: "answered", status: 200 });
});

test("N18: a receiver that says 200 and then drips its body has accepted, and holds no connection", async () => {
  const closed = Promise.withResolvers<void>();
  const dripping = await receiver((_, response) => {
    response.writeHead(200).write("x");
    response.on("close", () => closed.resolve());
  });
  const answer = await sender(local).post({ url: `http://127.0.0.1:${dripping.port}/`, ...empty });
  expect(answer).toEqual({ kind: "answered", status: 200 });
  await closed.promise;
});

test("a receiver that asks for patience is heard, and one that is not there is said to be so", async () => {
  const busy = await receiver((_, response) => void response.writeHead(429, { "retry-after": "120" }).end());
  const guarded = sender(local);
  const url = `http://127.0.0.1:${busy.port}/`;
  expect(await guarded.post({ url, ...empty })).toEqual({ kind: "answered", status: 429, retryAfterSeconds: 120 });
  await closing.shift()?.();
  expect(await guarded.post({ url, ...empty })).toEqual({ kind: "unreachable", why: "nobody-listens" });
});

describe("a receiver with a certificate of the operator's own authority", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "almanac-webhooks-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const [authority, stranger] = [createTestAuthority(), createTestAuthority()];
  const fileWith = (name: string, content: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    return file;
  };
  const caFile = fileWith("ca.pem", `${stranger.ca}# another one of ours\n${authority.ca}`);
  const named = { names: ["receiver.example"], ranges: [], plainHttp: false };
  const here = async () => [{ address: "127.0.0.1", family: 4 }];

  async function answerOf(
    identity: CertificatePair | undefined,
    file: string | undefined,
  ): Promise<OutboundRequestResult> {
    const server = await startWebhookReceiver(identity);
    closing.push(() => server.close());
    const url = `https://receiver.example:${new URL(server.url).port}/hook`;
    const answer = await sender({ ...named, ...(file !== undefined && { caFile: file }) }, here).post({
      url,
      ...empty,
    });
    expect(server.received).toHaveLength(answer.kind === "answered" ? 1 : 0);
    return answer;
  }

  test("is sent to where the operator names the authority, also beside others", async () => {
    const identity = authority.issue("receiver.example");
    expect(await answerOf(identity, caFile)).toEqual({ kind: "answered", status: 200 });
  });

  test.each<[string, DeliveryFailureCode, CertificatePair | undefined, string | undefined]>([
    ["nobody names the authority", "certificate-untrusted", authority.issue("receiver.example"), undefined],
    ["its authority is another one", "certificate-untrusted", createTestAuthority().issue("receiver.example"), caFile],
    ["its certificate is for another name", "certificate-of-another", authority.issue("other.example"), caFile],
    ["its certificate has ended", "certificate-out-of-time", authority.issue("receiver.example", -30_000), caFile],
    ["it speaks no TLS", "no-tls", undefined, caFile],
  ])("is told nothing where %s, and it is said so: %s", async (_where, why, identity, file) => {
    expect(await answerOf(identity, file)).toEqual({ kind: "unreachable", why });
  });

  test.each<[string, string, RegExp]>([
    ["is not there", path.join(folder, "missing.pem"), /ENOENT.*missing\.pem/],
    ["holds no certificate", fileWith("empty.pem", "not a certificate"), /empty\.pem holds no certificate as PEM/],
    [
      "holds a broken one",
      fileWith("broken.pem", `${authority.ca}-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n`),
      /certificate 2 of .*broken\.pem cannot be read/,
    ],
  ])("keeps Almanac from starting where the file %s", (_what, file, words) => {
    expect(() => createGuardedSender({ ...named, caFile: file })).toThrow(words);
  });
});
