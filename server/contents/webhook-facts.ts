import "server-only";
import { fieldAt, stringAt } from "#lib/kube/field.ts";
import type {
  ApiServiceContents,
  WebhookContents,
  WebhookRule,
} from "#lib/policy/readiness/contents/cluster-contents.ts";
import {
  bundleEndAt,
  conditionOf,
  isConditionTrue,
  labelsAt,
  nameAt,
  namesAt,
  numberAt,
  objectNameOf,
  selectorAt,
  shortListAt,
  textAt,
} from "./fact-fields.ts";

const defaultTimeoutSeconds = 10;

/** Reads the facts of all webhooks of a configuration. */
export function webhookFactsOf(kind: string) {
  return (value: unknown): readonly WebhookContents[] | undefined => {
    const configuration = nameAt(value, "metadata", "name");
    const labels = labelsAt(value, "metadata", "labels");
    if (configuration === undefined || labels === undefined) return undefined;
    const given = shortListAt(value, "webhooks");
    const webhooks = given.flatMap((webhook) => webhookFacts(webhook, { kind, configuration, labels }) ?? []);
    // A configuration with one webhook that cannot be read is as good as unread.
    return webhooks.length < given.length ? undefined : webhooks;
  };
}

function webhookFacts(
  value: unknown,
  of: Pick<WebhookContents, "kind" | "configuration" | "labels">,
): WebhookContents | undefined {
  const name = nameAt(value, "name");
  const namespaceSelector = selectorAt(value, "namespaceSelector") ?? {};
  const objectSelector = selectorAt(value, "objectSelector") ?? {};
  if (name === undefined || namespaceSelector === "malformed" || objectSelector === "malformed") return undefined;
  return {
    ...of,
    name,
    failurePolicy: stringAt(value, "failurePolicy") === "Ignore" ? "Ignore" : "Fail",
    timeoutSeconds: numberAt(value, "timeoutSeconds") ?? defaultTimeoutSeconds,
    rules: shortListAt(value, "rules").map(ruleFacts),
    namespaceSelector,
    objectSelector,
    hasMatchConditions: shortListAt(value, "matchConditions").length > 0,
    service: objectNameOf(value, "clientConfig", "service"),
    caEndsAt: bundleEndAt(value, "clientConfig", "caBundle"),
  };
}

function ruleFacts(rule: unknown): WebhookRule {
  return {
    // The core group has the empty name.
    apiGroups: shortListAt(rule, "apiGroups").filter((group): group is string => typeof group === "string"),
    apiVersions: namesAt(rule, "apiVersions"),
    resources: namesAt(rule, "resources"),
    operations: namesAt(rule, "operations"),
    scope: nameAt(rule, "scope") ?? "*",
  };
}

/** Facts of an APIService; undefined for a malformed one. */
export function apiServiceFacts(value: unknown): readonly ApiServiceContents[] | undefined {
  const name = nameAt(value, "metadata", "name");
  if (name === undefined) return undefined;
  const isAvailable = isConditionTrue(value, "Available");
  return [
    {
      name,
      service: objectNameOf(value, "spec", "service"),
      isAvailable,
      message: isAvailable ? undefined : textAt(conditionOf(value, "Available"), "message"),
      caEndsAt: bundleEndAt(value, "spec", "caBundle"),
    },
  ];
}

const serviceLabel = "kubernetes.io/service-name";

/** The Service of an EndpointSlice, and its addresses that are ready. */
export function endpointFacts(
  value: unknown,
): readonly { readonly namespace: string; readonly name: string; readonly readyAddresses: number }[] | undefined {
  const namespace = nameAt(value, "metadata", "namespace");
  const name = nameAt(value, "metadata", "labels", serviceLabel);
  if (namespace === undefined || name === undefined) return undefined;
  // An endpoint that does not say whether it is ready counts as ready.
  const ready = shortListAt(value, "endpoints").filter(
    (endpoint) => fieldAt(endpoint, "conditions", "ready") !== false,
  );
  const readyAddresses = ready.reduce((sum: number, endpoint) => sum + shortListAt(endpoint, "addresses").length, 0);
  return [{ namespace, name, readyAddresses }];
}
