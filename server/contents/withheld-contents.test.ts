import { beforeEach, expect, test } from "vitest";
import { POST } from "#app/api/clusters/[project]/[name]/contents/route.ts";
import { stringAt } from "#lib/kube/field.ts";
import { contentsResponseSchema } from "#lib/view/readiness/contents-schema.ts";
import { withheldContentsDescriptions } from "#lib/view/readiness/look-inside-descriptions.ts";
import type { Transport, TransportResponse } from "#server/garden/transport.ts";
import { parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";

const ledger = { project: "payments", name: "ledger-eu" };

/** What becomes of a kubeconfig that the garden has issued. */
let change: (kubeconfig: string) => string | TransportResponse = (kubeconfig) => kubeconfig;
const asked: string[] = [];

const demo = startDemoTestBed({
  garden: { now: new Date("2026-08-10T09:30:00Z"), speed: 0 },
  wrap: (real): Transport => ({
    async send(request) {
      const [, kind] = /\/(viewer|admin)kubeconfig$/.exec(request.url.pathname) ?? [];
      if (kind === undefined) return real.send(request);
      asked.push(kind);
      const plain = { ...request, headers: { ...request.headers, "accept-encoding": "identity" } };
      const { body, ...response } = await real.send(plain);
      const given = JSON.parse(await textOf(body));
      const kubeconfig = Buffer.from(stringAt(given, "status", "kubeconfig") ?? "", "base64").toString();
      const changed = change(kubeconfig);
      if (typeof changed !== "string") return changed;
      const status = { ...given.status, kubeconfig: Buffer.from(changed).toString("base64") };
      return { ...response, headers: { "content-type": "application/json" }, body: bytesOf({ ...given, status }) };
    },
    close: () => real.close(),
  }),
});
beforeEach(() => {
  change = (kubeconfig) => kubeconfig;
  asked.length = 0;
});

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function* bytesOf(value: object): AsyncGenerator<Uint8Array> {
  yield Buffer.from(JSON.stringify(value));
}

function refusal(code: number, reason: string): TransportResponse {
  const status = { kind: "Status", apiVersion: "v1", status: "Failure", code, reason, message: `it is ${reason}` };
  return { status: code, headers: { "content-type": "application/json" }, body: bytesOf(status) };
}

async function look(asAdministrator = false) {
  const response = await demo.call(POST, "operator", { params: ledger, body: { to: "1.35.6", asAdministrator } });
  return parseOkResponse(response, contentsResponseSchema);
}

test("only the kind of kubeconfig that was chosen is asked for, once", async () => {
  expect(await look()).toMatchObject({ state: "read", role: "viewer" });
  expect(await look(true)).toMatchObject({ state: "read", role: "admin" });
  expect(asked).toEqual(["viewer", "admin"]);
});

test.each([
  ["the garden refuses the kubeconfig", () => refusal(403, "Forbidden"), "no-access"],
  ["the garden knows no kubeconfig of that kind", () => refusal(404, "NotFound"), "no-kubeconfig"],
  ["what the garden issued is no kubeconfig", () => "- hello", "no-kubeconfig"],
  [
    "nothing listens where the kubeconfig says",
    (real: string) => real.replace(/(server: https:\/\/127\.0\.0\.1):\d+/, "$1:1"),
    "unreachable",
  ],
  [
    "the cluster's address is another machine's",
    (real: string) => real.replace(/server: https:\/\/127\.0\.0\.1:\d+/, "server: https://169.254.169.254"),
    "unreachable",
  ],
] as const)("%s: nothing is read, and the card says why", async (_, changing, why) => {
  change = changing;
  expect(await look()).toMatchObject({ state: "withheld", why });
  const { title, text } = withheldContentsDescriptions[why];
  expect(String(title).length * String(text).length).toBeGreaterThan(0);
});
