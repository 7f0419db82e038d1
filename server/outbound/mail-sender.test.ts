import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { eventuallyTimeoutMs } from "#lib/testing/eventually.ts";
import type { MailConfig } from "#server/config/mail-config.ts";
import { createTestAuthority } from "#server/garden/testing/authority.ts";
import { type MailboxOptions, startMailbox } from "#server/testing/mailbox.ts";
import { createMailSender, type Mail } from "./mail-sender.ts";

const folder = mkdtempSync(path.join(tmpdir(), "almanac-mail-"));
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const mail: Mail = {
  id: "n1-d1",
  to: "ravi@harborline.example",
  subject: "Almanac: Unhealthy, payments/ledger",
  text: "Unhealthy\n",
  html: "<p>Unhealthy</p>",
  unsubscribeUrl: "https://almanac.example/notices",
};

async function mailbox(options?: MailboxOptions) {
  const box = await startMailbox(options);
  closing.push(() => box.close());
  return box;
}

function senderTo(port: number, differs: Partial<MailConfig> = {}) {
  const config = { host: "127.0.0.1", port, tls: "none", from: "almanac@harborline.example", userDomains: [] } as const;
  return createMailSender({ ...config, ...differs });
}

function fileWith(name: string, content: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, content, { mode: 0o600 });
  return file;
}

test("a mail says from whom it is, to whom, what it is, and where no more are asked for", async () => {
  const box = await mailbox();
  expect(await senderTo(box.port).send(mail)).toEqual({ kind: "accepted" });
  expect(box.mails).toMatchObject([{ from: "almanac@harborline.example", to: ["ravi@harborline.example"] }]);
  const source = box.mails[0]?.source ?? "";
  for (const line of [
    /^From: almanac@harborline\.example$/m,
    /^To: ravi@harborline\.example$/m,
    /^Subject: Almanac: Unhealthy, payments\/ledger$/m,
    /^Message-ID: <n1-d1@harborline\.example>$/im,
    /^Auto-Submitted: auto-generated$/m,
    /^List-Unsubscribe: <https:\/\/almanac\.example\/notices>$/m,
    /^Content-Type: multipart\/alternative/m,
  ]) {
    expect(source.replaceAll("\r\n", "\n")).toMatch(line);
  }
});

test.each([
  ["a subject", { subject: "Fine\r\nBcc: everybody@evil.example\r\n\r\nBody" }],
  ["an address", { to: "ravi@harborline.example\r\nBcc: everybody@evil.example" }],
  ["an address with another one", { to: "ravi@harborline.example, everybody@evil.example" }],
])("S10: %s begins no other header, and no other recipient", async (_what, differs) => {
  const box = await mailbox();
  await senderTo(box.port).send({ ...mail, ...differs });
  for (const { to, source } of box.mails) {
    expect(to).not.toContain("everybody@evil.example");
    expect(source).not.toMatch(/^(bcc|cc):/im);
  }
});

describe("a mail server with a certificate", () => {
  const authority = createTestAuthority();
  const { cert, key } = authority.issue("localhost");
  const caFile = fileWith("ca.pem", authority.ca);
  const passwordFile = fileWith("password", "canary-password\n");
  const user = { user: "almanac", passwordFile };

  test.each([
    ["starttls", false],
    ["implicit", true],
  ] as const)("is told user and password over TLS alone: %s", async (tls, implicit) => {
    const box = await mailbox({ tls: { key, cert, implicit }, password: "canary-password" });
    const sender = senderTo(box.port, { host: "localhost", tls, caFile, ...user });
    expect(await sender.send(mail)).toEqual({ kind: "accepted" });
    expect(box.mails).toMatchObject([{ isPrivate: true, user: "almanac" }]);
  });

  test("that nobody trusts is told nothing", async () => {
    const box = await mailbox({ tls: { key, cert, implicit: false }, password: "canary-password" });
    const sent = await senderTo(box.port, { host: "localhost", tls: "starttls", ...user }).send(mail);
    expect(sent).toMatchObject({ kind: "refused", why: "mail-tls" });
    expect(box.mails).toEqual([]);
  });

  test("that does not offer TLS where it is asked for is told nothing", async () => {
    const box = await mailbox();
    const sent = await senderTo(box.port, { tls: "starttls", ...user }).send(mail);
    expect(sent.kind).toBe("refused");
    expect(box.mails).toEqual([]);
  });

  test("that refuses the password is said to", async () => {
    const box = await mailbox({ tls: { key, cert, implicit: true }, password: "another" });
    const sent = await senderTo(box.port, { host: "localhost", tls: "implicit", caFile, ...user }).send(mail);
    expect(sent).toMatchObject({ kind: "refused", why: expect.stringMatching(/^mail-user \d{3}$/) });
  });
});

test("a server that refuses a mail is said to, by its code and not by its words", async () => {
  const box = await mailbox();
  box.refuse(550);
  const sent = await senderTo(box.port).send(mail);
  expect(sent).toEqual({ kind: "refused", why: expect.stringMatching(/^mail-(refused|address) 550$/) });
});

test("a server that is not there, and one that never speaks, hold up nobody for long", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  closing.push(() => silent.close());
  const address = silent.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const began = performance.now();
  expect((await senderTo(port).send(mail)).kind).toBe("refused");
  expect(performance.now() - began).toBeLessThan(10_500);
  expect(await senderTo(9).send(mail)).toEqual({ kind: "refused", why: "mail-unreachable" });
});

/** The Debian package python3-aiosmtpd, an independent mail server. */
const python = "/usr/bin/python3";
const hasServer = spawnSync(python, ["-c", "import aiosmtpd"]).status === 0;

// Skipped where this mail server is not installed; the tests above use another one.
test.skipIf(!hasServer)(
  "a mail server of Debian's packages accepts a mail, and holds what was sent",
  async () => {
    const probe = createServer().listen(0, "127.0.0.1");
    await once(probe, "listening");
    const address = probe.address();
    const port = address !== null && typeof address === "object" ? address.port : 0;
    await new Promise((resolve) => probe.close(resolve));
    const handler = ["-c", "aiosmtpd.handlers.Debugging", "stdout"];
    const child = spawn(python, ["-u", "-m", "aiosmtpd", "-n", "-l", `127.0.0.1:${port}`, ...handler]);
    closing.push(() => child.kill());
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (more: string) => {
      output += more;
    });
    await vi.waitUntil(async () => (await senderTo(port).send(mail)).kind === "accepted", {
      timeout: 15_000,
      interval: 200,
    });
    await vi.waitUntil(() => output.includes("END MESSAGE"), eventuallyTimeoutMs);
    expect(output).toContain("Subject: Almanac: Unhealthy, payments/ledger");
    expect(output).toContain("To: ravi@harborline.example");
  },
  25_000,
);
