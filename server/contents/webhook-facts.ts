import "server-only";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type {
  ApiServiceContents,
  WebhookContents,
  WebhookRule,
} from "#lib/policy/readiness/contents/cluster-contents.ts";
import {
  boundedListAt,
  bundleEndAt,
  conditionOf,
  isConditionTrue,
  labelsAt,
  nameAt,
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
    const given = boundedListAt(value, "webhooks");
    if (given === undefined) return undefined;
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
  const given = boundedListAt(value, "rules");
  const rules = given?.flatMap((rule) => ruleFacts(rule) ?? []);
  if (rules === undefined || rules.length !== given?.length) return undefined;
  return {
    ...of,
    name,
    failurePolicy: stringAt(value, "failurePolicy") === "Ignore" ? "Ignore" : "Fail",
    timeoutSeconds: numberAt(value, "timeoutSeconds") ?? defaultTimeoutSeconds,
    rules,
    namespaceSelector,
    objectSelector,
    hasMatchConditions: shortListAt(value, "matchConditions").length > 0,
    service: objectNameOf(value, "clientConfig", "service"),
    caEndsAt: bundleEndAt(value, "clientConfig", "caBundle"),
  };
}

/** A rule with all of its entries; undefined for one of which some cannot be read, because they can be those that matter. */
function ruleFacts(rule: unknown): WebhookRule | undefined {
  const texts = (key: string) => {
    const list = boundedListAt(rule, key);
    const read = list?.filter((each): each is string => typeof each === "string");
    return read?.length === list?.length ? read : undefined;
  };
  // The core group has the empty name.
  const [apiGroups, apiVersions] = [texts("apiGroups"), texts("apiVersions")];
  const [resources, operations] = [texts("resources"), texts("operations")];
  if (apiGroups === undefined || apiVersions === undefined || resources === undefined || operations === undefined) {
    return undefined;
  }
  return { apiGroups, apiVersions, resources, operations, scope: nameAt(rule, "scope") ?? "*" };
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
  // A slice has up to 1,000 endpoints; those that are ready can be the last ones.
  const ready = listAt(value, "endpoints").filter((endpoint) => fieldAt(endpoint, "conditions", "ready") !== false);
  const readyAddresses = ready.reduce((sum: number, endpoint) => sum + shortListAt(endpoint, "addresses").length, 0);
  return [{ namespace, name, readyAddresses }];
}
