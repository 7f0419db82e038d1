import { describe, expect, test } from "vitest";
import { podWith, readPart, webhookWith } from "#lib/testing/contents-examples.ts";
import { lookAt } from "#lib/testing/contents-look.ts";
import type { WebhookContents } from "./contents/cluster-contents.ts";
import { webhookFindings } from "./webhook-findings.ts";

const all = { apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"], operations: ["*"], scope: "*" };
const rule = (apiGroup: string, resource: string, operation = "CREATE") => ({
  ...all,
  apiGroups: [apiGroup],
  resources: [resource],
  operations: [operation],
});
const notIn = (key: string, value: string) => ({ matchExpressions: [{ key, operator: "NotIn", values: [value] }] });
const excludesSystem = notIn("gardener.cloud/purpose", "kube-system");

const alive = readPart([{ namespace: "policies", name: "policies", readyAddresses: 1 }]);

function found(webhook: Partial<WebhookContents>) {
  return webhookFindings(lookAt({ webhooks: readPart([webhookWith(webhook)]), services: alive }));
}

describe("a webhook that Gardener calls problematic", () => {
  test.each<[what: string, webhook: Partial<WebhookContents>, problem: string | undefined]>([
    ["fails closed on Pods of kube-system", { failurePolicy: "Fail" }, "fails-closed"],
    ["not if it excludes kube-system", { failurePolicy: "Fail", namespaceSelector: excludesSystem }, undefined],
    [
      "not if it excludes Gardener's Pods",
      { failurePolicy: "Fail", objectSelector: notIn("origin", "gardener") },
      undefined,
    ],
    [
      "fails closed on nodes, whatever its selectors",
      { failurePolicy: "Fail", namespaceSelector: excludesSystem, rules: [rule("", "nodes")] },
      "fails-closed",
    ],
    [
      "not if its rules are for namespaced objects",
      { failurePolicy: "Fail", rules: [{ ...rule("", "nodes"), scope: "Namespaced" }] },
      undefined,
    ],
    ["not if it only watches deletions", { failurePolicy: "Fail", rules: [rule("", "pods", "DELETE")] }, undefined],
    [
      "fails closed on Services of default",
      { failurePolicy: "Fail", namespaceSelector: excludesSystem, rules: [rule("", "services")] },
      "fails-closed",
    ],
    ["takes up to 16 s though it fails open", { timeoutSeconds: 16 }, "slow"],
    ["not if it fails open after 15 s", { timeoutSeconds: 15 }, undefined],
    [
      "takes 4 s for leases though it fails open",
      { timeoutSeconds: 4, rules: [rule("coordination.k8s.io", "leases")] },
      "slow-lease",
    ],
    ["not with 3 s for leases", { timeoutSeconds: 3, rules: [rule("coordination.k8s.io", "leases")] }, undefined],
    [
      "not if Gardener keeps it itself",
      { failurePolicy: "Fail", labels: { "resources.gardener.cloud/managed-by": "gardener" } },
      undefined,
    ],
    [
      "not if it is the gardener-resource-manager's",
      { failurePolicy: "Fail", labels: { app: "gardener-resource-manager" } },
      undefined,
    ],
  ])("%s", (_, webhook, problem) => {
    expect(found(webhook).map((finding) => finding.id === "webhook-problematic" && finding.problem)).toEqual(
      problem === undefined ? [] : [problem],
    );
  });

  test("says whether a label keeps Gardener from repairing it", () => {
    const labels = { "remediation.webhook.shoot.gardener.cloud/exclude": "true" };
    expect(found({ failurePolicy: "Fail", labels })).toMatchObject([{ isExcludedFromRemediation: true }]);
    expect(found({ failurePolicy: "Fail" })).toMatchObject([{ isExcludedFromRemediation: false }]);
  });

  test.each<[what: string, webhook: Partial<WebhookContents>]>([
    ["Pods", { failurePolicy: "Fail" }],
    ["all there is", { failurePolicy: "Fail", timeoutSeconds: 30, rules: [all] }],
    [
      "Services, beside a selector of its own",
      { failurePolicy: "Fail", namespaceSelector: notIn("team", "x"), rules: [rule("", "services")] },
    ],
    ["namespaces", { failurePolicy: "Fail", rules: [rule("", "namespaces")] }],
    ["leases", { failurePolicy: "Fail", timeoutSeconds: 30, rules: [rule("coordination.k8s.io", "leases")] }],
    ["slow ones", { timeoutSeconds: 30 }],
  ])("is none after the repair that is given for it: %s", (_, webhook) => {
    const [finding] = found(webhook);
    if (finding?.id !== "webhook-problematic") throw new Error("not found");
    const [repair] = finding.repairs;
    expect(found({ ...webhook, ...repair })).toEqual([]);
  });
});

describe("a webhook that must answer and for which no address is ready", () => {
  const away = { failurePolicy: "Fail", service: { namespace: "policies", name: "away" } } as const;
  const own = rule("shop.example.com", "carts");
  const look = (webhook: Partial<WebhookContents>, labels: Readonly<Record<string, string>> | undefined = {}) =>
    webhookFindings(
      lookAt({
        webhooks: readPart([webhookWith({ ...away, ...webhook })]),
        services: alive,
        pods: readPart([podWith({})]),
        namespaces: readPart([{ name: "shop", labels }]),
      }),
    ).filter(({ id }) => id === "webhook-unreachable");

  test("stops the roll if it acts on Pods that come again, or on their evictions", () => {
    const stops = { severity: "blocks", stopsRoll: true, services: { listed: [{ kind: "Service", name: "away" }] } };
    expect(look({ namespaceSelector: excludesSystem })).toMatchObject([stops]);
    expect(look({ namespaceSelector: excludesSystem, rules: [rule("", "pods/eviction")] })).toMatchObject([stops]);
  });

  test("is a risk if it acts on other things or other namespaces", () => {
    expect(look({ rules: [own] })).toMatchObject([{ severity: "risk", stopsRoll: false }]);
    const shopOnly = { matchLabels: { team: "shop" } };
    expect(look({ namespaceSelector: shopOnly })).toMatchObject([{ severity: "risk" }]);
    expect(look({ namespaceSelector: shopOnly }, { team: "shop" })).toMatchObject([{ severity: "blocks" }]);
  });

  test("is nothing if it fails open, is called by URL, or its Service could not be read", () => {
    expect([look({ failurePolicy: "Ignore" }), look({ service: undefined })]).toEqual([[], []]);
    const unread = lookAt({
      webhooks: readPart([webhookWith({ ...away, rules: [own] })]),
      services: { state: "unread", why: "forbidden" },
    });
    expect(webhookFindings(unread)).toEqual([]);
  });
});
