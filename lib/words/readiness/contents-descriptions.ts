import { secondMs } from "#lib/kube/time-units.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import type { ContentsPartName } from "#lib/policy/readiness/contents/cluster-contents.ts";
import type {
  BudgetImpossibility,
  ContentsFacts,
  ContentsFindingId,
  DrainLimit,
  ListedObjects,
  WebhookProblem,
} from "#lib/policy/readiness/contents/contents-facts.ts";
import type { UnreadContents } from "#lib/policy/readiness/readiness-finding.ts";
import { formatFullDay } from "../format-day.ts";
import { formatList } from "../format-list.ts";
import { formatDuration } from "../format-time.ts";
import type { ReadinessDescription } from "./readiness-description.ts";

/** Names of the parts of a cluster, for use within a sentence. */
export const contentsPartLabels: Readonly<Record<ContentsPartName, Message>> = {
  nodes: message("nodes"),
  pods: message("Pods"),
  budgets: message("PodDisruptionBudgets"),
  webhooks: message("webhooks"),
  services: message("addresses of Services"),
  namespaces: message("namespaces"),
  apiServices: message("API services"),
  workloads: message("Deployments and StatefulSets"),
  jobs: message("Jobs"),
  volumes: message("volumes"),
  requestedApis: message("requested APIs"),
  managedObjects: message("objects of removed APIs"),
};

const unreadReasons: Readonly<Record<UnreadContents["why"], Message>> = {
  forbidden: message("Not looked at: {part}, because the credential does not allow it."),
  "not-served": message("Not looked at: {part}, because the cluster does not serve them."),
  "not-asked": message(
    "Not looked at: {part}, because that needs a credential with more rights, which was not asked for.",
  ),
  "too-large": message("Not looked at: {part}, because there is too much to read."),
  "timed-out": message("Not looked at: {part}, because the cluster took too long to answer."),
  unreachable: message("Not looked at: {part}, because the cluster did not answer."),
  unreadable: message("Not looked at: {part}, because the answer could not be read."),
  limit: message("Not looked at to the end: {part}, because there are too many."),
  malformed: message("Not looked at completely: {part}, because some could not be read."),
};

/** Says which part of the cluster was not looked at, and why. */
export function describeUnreadContents({ part, why }: UnreadContents): string {
  return text(unreadReasons[why], { part: text(contentsPartLabels[part]) });
}

/** Names of objects, with their namespace, and their kind where it differs: `shop/web, shop/db and 3 others`. */
function namesOf({ listed, total }: ListedObjects): string {
  const hasKinds = new Set(listed.map(({ kind }) => kind)).size > 1;
  const names = listed.map(({ kind, namespace, name }) => {
    const path = namespace === undefined ? name : `${namespace}/${name}`;
    return hasKinds ? `${kind} ${path}` : path;
  });
  const others = total - listed.length;
  return formatList(
    others > 0 ? [...names, text("{count, plural, one {# other} other {# others}}", { count: others })] : names,
  );
}

/** What a drain does when evictions are refused for too long. */
function heldDrain({ seconds, isDefault }: DrainLimit): string {
  const limit = formatDuration(seconds * secondMs);
  return isDefault
    ? text(
        "Each node with such a Pod is held up for {limit}, the default of machineDrainTimeout. Then the Pods are deleted at once, whatever the budget says.",
        { limit },
      )
    : text(
        "Each node with such a Pod is held up for {limit}, the machineDrainTimeout of its pool. Then the Pods are deleted at once, whatever the budget says.",
        { limit },
      );
}

const impossibleBudgets: Readonly<Record<BudgetImpossibility, Message>> = {
  "max-unavailable-zero": message("Budgets that never allow an eviction, because maxUnavailable is 0: {names}."),
  "min-available-all": message(
    "Budgets that never allow an eviction, because minAvailable asks for all of their Pods: {names}.",
  ),
};

const webhookProblems: Readonly<Record<WebhookProblem, Message>> = {
  "fails-closed": message(
    "Webhooks that refuse requests which joining nodes and system components need, if they do not answer: {names}.",
  ),
  slow: message(
    "Webhooks that take longer than 15 s for requests which joining nodes and system components need: {names}.",
  ),
  "slow-lease": message(
    "Webhooks that take longer than 3 s for leases, with which controllers elect their leader: {names}.",
  ),
};

const webhookConsequences: Readonly<Record<WebhookProblem, Message>> = {
  "fails-closed": message(
    "While they do not answer, such as when their own node is drained, nodes cannot join and system components cannot start.",
  ),
  slow: message("While they do not answer, such requests wait so long that their clients give up."),
  "slow-lease": message("While they do not answer, controllers lose the lead, and nobody has it for a time."),
};

type Describer<Id extends ContentsFindingId> = (facts: ContentsFacts[Id]) => ReadinessDescription;

function describeRemovedApi(facts: ContentsFacts["removed-api-used"]): ReadinessDescription {
  const { api, kinds, replacement, isRequested, managers, objects } = facts;
  const label = `${formatList(kinds)} (${api})`;
  const parts = [
    isRequested === true
      ? text("The step removes {label}, which was requested since the API server has started.", { label })
      : text("The step removes {label}, with which objects were last written.", { label }),
    ...(objects.total > 0
      ? [text("Written so: {names}, by {managers}.", { names: namesOf(objects), managers: formatList(managers) })]
      : []),
    ...(isRequested === undefined ? [text("Whether it is requested was not looked at.")] : []),
  ];
  return {
    sentence: parts.join(" "),
    unless:
      replacement === undefined
        ? text("After the step, each request with that version fails.")
        : text("After the step, each request with that version fails. Objects stay, and are served as {replacement}.", {
            replacement,
          }),
    how:
      replacement === undefined
        ? text("Let the clients that write or read it do without it, or take the step once they do.")
        : text("Let clients, manifests and charts use {replacement}.", { replacement }),
  };
}

const clearWebhook = () => text("Start what answers for them, or delete the webhooks if nothing does.");

/** Texts for each kind of finding inside a cluster. The compiler reports a missing one. */
export const contentsDescribers: { readonly [Id in ContentsFindingId]: Describer<Id> } = {
  "removed-api-used": describeRemovedApi,
  "deprecated-api-used": ({ apis }) => ({
    sentence: text("Requested, and removed by a later version of Kubernetes: {names}.", {
      names: formatList(apis.map(({ api, resource, removedIn }) => `${resource} (${api}, ${removedIn})`)),
    }),
    unless: text("This step does not touch them."),
    how: text("Let clients use the newer version before that step."),
  }),
  "budget-impossible": ({ why, objects, drain }) => ({
    sentence: text(impossibleBudgets[why], { names: namesOf(objects) }),
    unless: heldDrain(drain),
    how: text("Let the budget allow one Pod to be unavailable, and run more than one Pod where that matters."),
  }),
  "budget-exhausted": ({ objects, drain }) => ({
    sentence: text("Budgets that allow no eviction at present: {names}.", { names: namesOf(objects) }),
    unless: `${text("That lasts until more of their Pods are healthy.")} ${heldDrain(drain)}`,
    how: text("Bring their Pods up, or run more of them, before the step."),
  }),
  "budget-not-observed": ({ objects, drain }) => ({
    sentence: text("Budgets whose change has not been taken up yet, so that evictions are refused: {names}.", {
      names: namesOf(objects),
    }),
    unless: text("The kube-controller-manager takes it up, usually within seconds. If it does not: {held}", {
      held: heldDrain(drain),
    }),
    how: text("Look again. If nothing has changed, Gardener's operator looks at the kube-controller-manager."),
  }),
  "several-budgets": ({ objects, drain }) => ({
    sentence: text("Pods that several budgets select, so that no eviction is possible: {names}.", {
      names: namesOf(objects),
    }),
    unless: heldDrain(drain),
    how: text("Let only one budget select each Pod."),
  }),
  "pods-without-controller": ({ objects }) => ({
    sentence: text("Pods that nothing creates again: {names}.", { names: namesOf(objects) }),
    unless: text("They are evicted with their node, and are gone."),
    how: text("Put them into a Deployment or Job, or create them again after the step."),
  }),
  "pods-with-local-data": ({ objects }) => ({
    sentence: text("Pods with volumes on their node: {names}.", { names: namesOf(objects) }),
    unless: text("They are evicted all the same, and what they keep there is lost."),
    how: text("Nothing, if the data can be made again. If not, move it to a PersistentVolume."),
  }),
  "pods-not-safe-to-evict": ({ objects }) => ({
    sentence: text("Pods with the annotation safe-to-evict=false: {names}.", { names: namesOf(objects) }),
    unless: text("Only the cluster-autoscaler heeds it. The drain of an update evicts these Pods like all others."),
    how: text("Make the step when they can be interrupted; a PodDisruptionBudget delays it."),
  }),
  "pods-waiting": ({ objects, reasons }) => ({
    sentence: text("Pods that wait ({reasons}): {names}.", { reasons: formatList(reasons), names: namesOf(objects) }),
    unless: text("They wait after the step too, and beside them there is less room for the Pods of drained nodes."),
    how: text("Find out what they wait for, or remove them."),
  }),
  "jobs-interrupted": ({ objects, fails }) => ({
    sentence: fails
      ? text("Jobs that fail if their Pod is evicted, because they do not try again: {names}.", {
          names: namesOf(objects),
        })
      : text("Jobs that are running: {names}.", { names: namesOf(objects) }),
    unless: fails
      ? text("A Pod that still runs when its node is drained is evicted, and its Job fails.")
      : text(
          "A Pod that still runs when its node is drained is evicted, and its Job starts another one from the beginning.",
        ),
    how: text("Make the step when they are over."),
  }),
  "single-replica": ({ objects }) => ({
    sentence: text("Workloads with a single Pod: {names}.", { names: namesOf(objects) }),
    unless: text("Each is away from the eviction of its Pod until the new one is ready."),
    how: text("Run two, if they can."),
  }),
  "volume-zone-gone": ({ objects, zones }) => ({
    sentence: text("Volumes in {zones}, where no pool has nodes after the step: {names}.", {
      zones: formatList(zones),
      names: namesOf(objects),
    }),
    unless: text("The Pods that mount them find no node and wait."),
    how: text("Give a pool nodes in that zone."),
  }),
  "volume-zone-empty": ({ objects, zones }) => ({
    sentence: text("Volumes in {zones}, whose only node goes before the new one comes: {names}.", {
      zones: formatList(zones),
      names: namesOf(objects),
    }),
    unless: text("The Pods that mount them wait until the new node is ready."),
    how: text("Raise maxSurge of the pool to its number of zones, or run a second node there."),
  }),
  "volume-local": ({ objects }) => ({
    sentence: text("Volumes on disks of nodes that are replaced: {names}.", { names: namesOf(objects) }),
    unless: text("Their data goes with the node, and Pods that mount them find no node and wait."),
    how: text("Copy the data before the step, and let the claims be made again after it."),
  }),
  "webhook-unreachable": ({ objects, services, stopsRoll }) => ({
    sentence: text("Webhooks that refuse requests, because nothing answers for them at {services}: {names}.", {
      services: namesOf(services),
      names: namesOf(objects),
    }),
    unless: stopsRoll
      ? text("New nodes, system components or the Pods of drained nodes are refused, so that the step does not end.")
      : text("The requests that they select are refused now and during the step."),
    how: clearWebhook(),
  }),
  "webhook-problematic": ({ objects, problem, isExcludedFromRemediation }) => ({
    sentence: text(webhookProblems[problem], { names: namesOf(objects) }),
    unless: `${text(webhookConsequences[problem])} ${
      isExcludedFromRemediation
        ? text("A label keeps Gardener from repairing them.")
        : text("Gardener repairs them only where its operator has turned that on.")
    }`,
    how: text("Exclude the system namespaces, shorten the timeout, or let them fail open."),
  }),
  "certificates-ending": ({ objects, at }) => ({
    sentence: text("Certificate authorities that end, the first on {day}: {names}.", {
      day: formatFullDay(new Date(at).toISOString().slice(0, 10)),
      names: namesOf(objects),
    }),
    unless: text("Unless they are renewed before, the API server no longer trusts what answers for them."),
    how: text("Renew them, or look whether something does."),
  }),
  "certificates-ended": ({ objects }) => ({
    sentence: text("Certificate authorities that have ended: {names}.", { names: namesOf(objects) }),
    unless: text("The API server does not trust what answers for them, and refuses or skips what they are for."),
    how: text("Renew them."),
  }),
  "api-service-unavailable": ({ objects }) => ({
    sentence: text("API services that do not answer: {names}.", { names: namesOf(objects) }),
    unless: text("Deletions of namespaces and garbage collection wait, and clients see errors of discovery."),
    how: text("Start what answers for them, or delete the APIServices if nothing does."),
  }),
  "nodes-not-ready": ({ objects }) => ({
    sentence: text("Nodes that are not ready: {names}.", { names: namesOf(objects) }),
    unless: text("After five minutes, their drain deletes the Pods at once, without asking budgets."),
    how: text("Look at the nodes; Gardener replaces those that stay so."),
  }),
  "nodes-under-pressure": ({ objects, pressures }) => ({
    sentence: text("Nodes that report {pressures}: {names}.", {
      pressures: formatList(pressures),
      names: namesOf(objects),
    }),
    unless: text("They take no more Pods, and can evict their own."),
    how: text("Free what is short, or let the pool have more or larger nodes."),
  }),
  "nodes-cordoned": ({ objects }) => ({
    sentence: text("Nodes that are cordoned: {names}.", { names: namesOf(objects) }),
    unless: text("They take no Pods of drained nodes; the step drains them like all others."),
    how: text("Uncordon them, unless that is wanted."),
  }),
};

/** Says which parts a finding rests on that were not read completely; empty if all were. */
export function describeIncompleteParts(incomplete: readonly ContentsPartName[]): string {
  if (incomplete.length === 0) return "";
  return text("Not read completely: {parts}.", {
    parts: formatList(incomplete.map((part) => text(contentsPartLabels[part]))),
  });
}
