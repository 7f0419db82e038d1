import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { activitySchema } from "#lib/contract/activity.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { shoots } from "#lib/kube/resource.ts";
import { eventuallyTimeoutMs } from "#lib/testing/eventually.ts";
import { describeSummary } from "#lib/words/summary/describe-summary.ts";
import { readActivity } from "#server/activity/read-activity.ts";
import { openDeliveryTestBed } from "#server/testing/delivery-test-bed.ts";
import { tokenOfDemoUser } from "#server/testing/embedded-garden.ts";
import { startMailbox } from "#server/testing/mailbox.ts";

const minute = 60_000;
const targetOf = (name: string) => ({ resource: shoots, namespace: "garden-payments", name });

const mailbox = await startMailbox();
afterAll(() => mailbox.close());
const desk = await openDeliveryTestBed({
  SMTP_HOST: "127.0.0.1",
  SMTP_PORT: String(mailbox.port),
  SMTP_TLS: "none",
  SMTP_FROM: "almanac@harborline.example",
  SMTP_USER_DOMAINS: "harborline.example",
});
beforeEach(() => mailbox.forget());

function shootOf(name: string): Shoot {
  const shoot = desk.embedded.api.get<Shoot>(targetOf(name));
  if (shoot === undefined) throw new Error("the demo has the cluster");
  return shoot;
}

/** Waits until the list of clusters has the state of the garden. */
async function seen(cluster: string): Promise<void> {
  const { store } = desk.first.app.fleet;
  const row = () => store.rows({ all: true, namespaces: new Set() }).find(({ name }) => name === cluster);
  await vi.waitUntil(() => row()?.resourceVersion === shootOf(cluster).metadata.resourceVersion, eventuallyTimeoutMs);
}

async function writeStatus(cluster: string, status: object): Promise<void> {
  desk.embedded.api.patch<Shoot>({ ...targetOf(cluster), subresource: "status" }, { status });
  await seen(cluster);
  await desk.first.app.ruleWatch?.check();
}

/** A later time for each write. */
function nextTime(): string {
  desk.clock.skip(minute);
  return formatInstant(desk.clock.wallMs());
}

/** Lets the cluster's maintenance window be open now, so that what begins in it can be Gardener's own. */
async function openWindow(cluster: string): Promise<void> {
  const hour = (shift: number) => new Date(desk.clock.wallMs() + shift * 60 * minute).toISOString().slice(11, 13);
  const timeWindow = { begin: `${hour(-1)}0000+0000`, end: `${hour(4)}0000+0000` };
  desk.embedded.api.patch<Shoot>(targetOf(cluster), { spec: { maintenance: { timeWindow } } });
  await writeStatus(cluster, { observedGeneration: shootOf(cluster).metadata.generation });
}

/** Writes what gardener-controller-manager and gardenlet write for a maintenance that forces the next minor. */
async function maintain(cluster: string, to: string, end: string): Promise<void> {
  const from = shootOf(cluster).spec.kubernetes.version;
  const description = `All maintenance operations successful. Control Plane: Updated Kubernetes version from "${from}" to "${to}". Reason: Kubernetes version expired - force update required`;
  const triggered = { description, triggeredTime: nextTime() };
  await writeStatus(cluster, { lastMaintenance: { ...triggered, state: "Processing" } });
  desk.embedded.api.patch<Shoot>(targetOf(cluster), { spec: { kubernetes: { version: to }, addons: null } });
  await seen(cluster);
  await writeStatus(cluster, { lastMaintenance: { ...triggered, state: "Succeeded" } });
  const observedGeneration = shootOf(cluster).metadata.generation;
  const operation = (state: string) => ({ type: "Reconcile", state, progress: 50, lastUpdateTime: nextTime() });
  await writeStatus(cluster, { observedGeneration, lastErrors: null, lastOperation: operation("Processing") });
  const lastErrors = end === "Failed" ? [{ description: "no quota", codes: ["ERR_INFRA_QUOTA_EXCEEDED"] }] : null;
  await writeStatus(cluster, { lastErrors, lastOperation: operation(end) });
}

/** The summaries that the page Activity shows, as its texts. */
async function onPage(name: string) {
  const token = tokenOfDemoUser(desk.embedded, "owner-commerce");
  const cluster = { project: "payments", name };
  const activity = await readActivity(desk.first.app, { token, cluster, signal: AbortSignal.timeout(60_000) });
  return activitySchema.parse(activity).summaries.map((summary) => describeSummary(summary));
}

/** The text of a mail: line breaks of the transport are removed, and characters decoded. */
function textOf({ source }: { readonly source: string }): string {
  const joined = source.replaceAll("=\r\n", "");
  return Buffer.from(
    joined.replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    "latin1",
  ).toString();
}

test.each([
  ["Succeeded", "ledger-us", "1.33.13"],
  ["Failed", "ledger-eu", "1.35.6"],
])(
  "a maintenance that has %s is one notice, however many events there were, and its mail has the text of the page",
  async (end, name, to) => {
    const mail = await desk.changed({ kind: "add-email", name: "My e-mail" });
    const webhook = await desk.webhook();
    await desk.watch([mail.id, webhook.id], "owner-commerce", { summary: true, others: true, held: true });
    await openWindow(name);
    await maintain(name, to, end);
    await desk.deliver();
    const [summary] = await onPage(name);
    expect(summary?.title).toBe(end === "Failed" ? "Maintenance failed" : "Maintenance done");
    const words = [`${summary?.title}.`, ...(summary?.sentences ?? [])].join(" ");
    expect(words).toMatch(/Kubernetes: 1\.\d+\.\d+ to 1\.\d+\.\d+, forced\. .*It took 2 min\./);
    const { notices } = await desk.read();
    expect(notices).toMatchObject([{ event: "summary", lines: [{ name, what: summary?.title }], more: 0 }]);
    expect(mailbox.mails).toHaveLength(1);
    expect(textOf(mailbox.mails[0] ?? { source: "" })).toContain(`- payments/${name}: ${words} (`);
    const [body] = desk.receiver.received.map((each) => JSON.parse(each.body));
    expect(body.notices[0].clusters).toMatchObject([{ what: words, summary: { cause: { kind: "maintenance" } } }]);
    expect(desk.receiver.received).toHaveLength(1);
  },
);
