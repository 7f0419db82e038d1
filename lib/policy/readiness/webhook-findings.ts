import { selectorMatches } from "#lib/kube/label-selector.ts";
import type { ServiceContents, WebhookContents } from "./contents/cluster-contents.ts";
import type { NamedObject, WebhookProblem, WebhookRepair } from "./contents/contents-facts.ts";
import {
  actsOnSystemLeases,
  type CriticalResource,
  criticalResourcesOf,
  ruleCovers,
} from "./contents/critical-resources.ts";
import {
  type ContentsFindings,
  type ContentsLook,
  evictedPods,
  incompleteAmong,
  isComplete,
  isGardeners,
  itemsOf,
  listObjects,
} from "./contents-look.ts";

const longestSeconds = 15;
const longestLeaseSeconds = 3;
const excludedFromRemediation = "remediation.webhook.shoot.gardener.cloud/exclude";

/** Webhooks of the cluster's owner. */
export function ownWebhooks({ contents }: ContentsLook): readonly WebhookContents[] {
  return itemsOf(contents.webhooks).filter(
    ({ labels }) => !isGardeners(labels) && labels.app !== "gardener-resource-manager",
  );
}

/** Webhooks that refuse what a step needs, or can. */
export function webhookFindings(look: ContentsLook): ContentsFindings {
  const webhooks = ownWebhooks(look);
  return [...unreachableFindings(webhooks, look), ...problematicFindings(webhooks, look)];
}

/** Webhooks that must answer, and for which no address is ready. A Service that does not exist has none. */
function unreachableFindings(webhooks: readonly WebhookContents[], look: ContentsLook): ContentsFindings {
  const { contents } = look;
  const ready = new Map(itemsOf(contents.services).map((service) => [keyOf(service), service.readyAddresses]));
  const isAllRead = isComplete(contents.services);
  const dead = webhooks.flatMap((webhook) => {
    const { service, failurePolicy } = webhook;
    if (service === undefined || failurePolicy === "Ignore") return [];
    return (ready.get(keyOf(service)) ?? (isAllRead ? 0 : undefined)) === 0 ? [{ webhook, service }] : [];
  });
  const stops = stopsRoll(look);
  return [true, false].flatMap((isStopping): ContentsFindings => {
    const found = dead.filter(({ webhook }) => stops(webhook) === isStopping);
    if (found.length === 0) return [];
    const services = new Map(found.map(({ service }) => [keyOf(service), serviceObject(service)]));
    return [
      {
        id: "webhook-unreachable",
        severity: isStopping ? "blocks" : "risk",
        fixer: "user",
        certainty: found.some(({ webhook }) => webhook.hasMatchConditions) ? "assumed" : "known",
        services: listObjects([...services.values()]),
        stopsRoll: isStopping,
        objects: listObjects(configurationsOf(found.map(({ webhook }) => webhook))),
        incomplete: incompleteAmong(contents, ["webhooks", "services", "namespaces", "pods", "nodes"]),
      },
    ];
  });
}

const podCreation: CriticalResource = { group: "", version: "v1", resource: "pods", subresource: "", where: "any" };
const podEviction: CriticalResource = { ...podCreation, subresource: "eviction" };

/** Whether a webhook that refuses everything keeps nodes from joining, or Pods from leaving or coming. */
export function stopsRoll(look: ContentsLook): (webhook: WebhookContents) => boolean {
  const { contents } = look;
  const areNamespacesRead = isComplete(contents.namespaces);
  const namespaces = new Map(itemsOf(contents.namespaces).map(({ name, labels }) => [name, labels]));
  const evicted = evictedPods(look).map(({ pod }) => pod);
  return (webhook) => {
    if (criticalResourcesOf(webhook).length > 0) return true;
    const { rules, namespaceSelector, objectSelector } = webhook;
    const isOnPods = rules.some((rule) => ruleCovers(rule, podCreation, ["CREATE"]));
    const isOnEvictions = rules.some((rule) => ruleCovers(rule, podEviction, ["CREATE"]));
    if (!isOnPods && !isOnEvictions) return false;
    return evicted.some(({ namespace, labels }) => {
      const its = namespaces.get(namespace);
      const isSelected = its === undefined ? !areNamespacesRead : selectorMatches(namespaceSelector, its);
      // The object of an eviction has no labels.
      return isSelected && ((isOnPods && selectorMatches(objectSelector, labels)) || isOnEvictions);
    });
  };
}

/** The webhooks that Gardener's own check calls problematic, by what is wrong with them. */
function problematicFindings(webhooks: readonly WebhookContents[], { contents }: ContentsLook): ContentsFindings {
  const byProblem = Map.groupBy(webhooks, problemOf);
  return (["fails-closed", "slow", "slow-lease"] as const).flatMap((problem): ContentsFindings => {
    const found = byProblem.get(problem) ?? [];
    if (found.length === 0) return [];
    return [
      {
        id: "webhook-problematic",
        severity: "risk",
        fixer: "user",
        certainty: "known",
        problem,
        repairs: found.map(repairOf),
        isExcludedFromRemediation: found.some(({ labels }) => labels[excludedFromRemediation] === "true"),
        objects: listObjects(configurationsOf(found)),
        incomplete: incompleteAmong(contents, ["webhooks"]),
      },
    ];
  });
}

/**
 * What Gardener's check for problematic webhooks says of one; undefined if it is fine.
 * @source Gardener: pkg/gardenlet/controller/shoot/care, IsProblematicWebhook
 */
function problemOf(webhook: WebhookContents): WebhookProblem | undefined {
  const { failurePolicy, timeoutSeconds } = webhook;
  const isCritical = criticalResourcesOf(webhook).length > 0;
  if (isCritical && failurePolicy === "Fail") return "fails-closed";
  if (isCritical && timeoutSeconds > longestSeconds) return "slow";
  return timeoutSeconds > longestLeaseSeconds && actsOnSystemLeases(webhook) ? "slow-lease" : undefined;
}

/**
 * The change after which Gardener's check is content. It excludes the namespaces whose objects matter; objects outside of
 * namespaces cannot be excluded.
 *
 * @source Gardener: pkg/gardenlet/controller/shoot/care, WebhookRemediation
 */
function repairOf(webhook: WebhookContents): WebhookRepair {
  const { kind, configuration, name, failurePolicy, timeoutSeconds, namespaceSelector } = webhook;
  const critical = failurePolicy === "Fail" ? criticalResourcesOf(webhook) : [];
  const opens = critical.some(({ where }) => where === "cluster" || where === "any");
  const excluded = exclusionsFor(critical);
  const expressions = [...(namespaceSelector.matchExpressions ?? []), ...excluded];
  const { matchLabels } = namespaceSelector;
  const withLabels = matchLabels && Object.keys(matchLabels).length > 0 ? { matchLabels } : {};
  const longest = actsOnSystemLeases(webhook) ? longestLeaseSeconds : longestSeconds;
  return {
    kind,
    configuration,
    webhook: name,
    ...(excluded.length > 0 && { namespaceSelector: { ...withLabels, matchExpressions: expressions } }),
    ...(timeoutSeconds > longest && { timeoutSeconds: longest }),
    ...(opens && { failurePolicy: "Ignore" }),
  };
}

function exclusionsFor(critical: readonly CriticalResource[]) {
  const isIn = (where: CriticalResource["where"]) => critical.some((resource) => resource.where === where);
  return [
    ...(isIn("kube-system") || isIn("namespace-object")
      ? [{ key: "gardener.cloud/purpose", operator: "NotIn", values: ["kube-system"] }]
      : []),
    ...(isIn("default") ? [{ key: "kubernetes.io/metadata.name", operator: "NotIn", values: ["default"] }] : []),
  ];
}

/** The configurations of webhooks, each once. */
export function configurationsOf(webhooks: readonly WebhookContents[]): readonly NamedObject[] {
  const named = webhooks.map(({ kind, configuration }): NamedObject => {
    return { kind, namespace: undefined, name: configuration };
  });
  return [...new Map(named.map((object) => [`${object.kind} ${object.name}`, object])).values()];
}

function keyOf({ namespace, name }: Pick<ServiceContents, "namespace" | "name">): string {
  return `${namespace}/${name}`;
}

function serviceObject({ namespace, name }: Pick<ServiceContents, "namespace" | "name">): NamedObject {
  return { kind: "Service", namespace, name };
}
