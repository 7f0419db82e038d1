import type { LabelSelector } from "#lib/kube/label-selector.ts";
import type { ContentsPartName } from "./cluster-contents.ts";

/** An object in a cluster, named as kubectl takes it. */
export interface NamedObject {
  readonly kind: string;
  /** Undefined for an object without a namespace. */
  readonly namespace: string | undefined;
  readonly name: string;
}

/** The first objects that a finding is about, and how many there are. */
export interface ListedObjects {
  readonly listed: readonly NamedObject[];
  readonly total: number;
}

/** What all findings inside a cluster have. */
interface Found {
  readonly objects: ListedObjects;
  /** Parts on which the finding rests and which were not read to the end, so that it can hold for more objects or fewer. */
  readonly incomplete: readonly ContentsPartName[];
}

/**
 * How long the drain of a node waits for evictions that are refused. After that, the machine-controller-manager deletes
 * the Pods at once, without their grace period and without asking the budgets, and the node goes.
 *
 * @source machine-controller-manager: pkg/util/provider/machinecontroller, drainNode and drainNodeForInPlace
 */
export interface DrainLimit {
  /** The longest of the pools whose nodes are drained. */
  readonly seconds: number;
  /** Whether the pools leave it to the default. */
  readonly isDefault: boolean;
}

/** Why a budget never allows an eviction, however healthy its Pods are. */
export type BudgetImpossibility = "max-unavailable-zero" | "min-available-all";

/** What makes a webhook a danger to nodes that join. `slow-lease`: it delays the election of leaders. */
export type WebhookProblem = "fails-closed" | "slow" | "slow-lease";

/** What makes a webhook harmless to nodes that join, as Gardener's own remediation does it. */
export interface WebhookRepair {
  readonly kind: string;
  readonly configuration: string;
  readonly webhook: string;
  /** The whole selector, with the namespaces that are excluded. */
  readonly namespaceSelector?: LabelSelector;
  readonly timeoutSeconds?: number;
  /** Where selectors do not help, because the rules cover objects outside of namespaces or leases of all nodes. */
  readonly failurePolicy?: "Ignore";
}

/** Facts of each kind of finding inside a cluster. */
export interface ContentsFacts {
  /** An API that the step removes is in use. Objects are those whose last writers used it. */
  "removed-api-used": Found & {
    readonly api: string;
    readonly kinds: readonly string[];
    readonly replacement: string | undefined;
    /** Whether it was requested since the API server has started; undefined if that was not read. */
    readonly isRequested: boolean | undefined;
    /** Names of clients that wrote objects with it; the first ones. */
    readonly managers: readonly string[];
  };
  /** APIs that a later minor removes were requested. */
  "deprecated-api-used": Found & {
    readonly apis: readonly { readonly api: string; readonly resource: string; readonly removedIn: string }[];
  };
  /** Budgets that refuse each eviction as long as they and their workloads stay as they are. */
  "budget-impossible": Found & { readonly why: BudgetImpossibility; readonly drain: DrainLimit };
  /** Budgets that allow no eviction at present. */
  "budget-exhausted": Found & { readonly drain: DrainLimit };
  /** Budgets whose status is older than their spec: evictions are refused until their controller has seen it. */
  "budget-not-observed": Found & { readonly drain: DrainLimit };
  /** Pods that several budgets select: each eviction is refused. */
  "several-budgets": Found & { readonly drain: DrainLimit };
  /** Pods that nothing creates again. */
  "pods-without-controller": Found;
  /** Pods that keep data in volumes of their node. */
  "pods-with-local-data": Found;
  /** Pods that the cluster-autoscaler does not evict, but the drain of an update does. */
  "pods-not-safe-to-evict": Found;
  "pods-waiting": Found & { readonly reasons: readonly string[] };
  /** Jobs whose Pods are evicted; `fails`: the Job does not try again. */
  "jobs-interrupted": Found & { readonly fails: boolean };
  "single-replica": Found;
  /** Volumes in a zone in which no pool has nodes any longer. */
  "volume-zone-gone": Found & { readonly zones: readonly string[] };
  /** Volumes in a zone whose only node goes before its successor comes. */
  "volume-zone-empty": Found & { readonly zones: readonly string[] };
  /** Volumes on disks of nodes that are replaced. */
  "volume-local": Found;
  /** Webhooks that refuse requests because nothing answers for them. */
  "webhook-unreachable": Found & {
    /** Services without a ready address that the webhooks call. */
    readonly services: ListedObjects;
    /** Whether they refuse what joining nodes or evictions need. */
    readonly stopsRoll: boolean;
  };
  /** Webhooks that Gardener reports as problematic. */
  "webhook-problematic": Found & {
    readonly problem: WebhookProblem;
    readonly repairs: readonly WebhookRepair[];
    /** Whether a label keeps Gardener from repairing one of them, where its operator has turned that on. */
    readonly isExcludedFromRemediation: boolean;
  };
  /** Certificate authorities of webhooks and API services that end soon. `at` is the earliest end in epoch milliseconds. */
  "certificates-ending": Found & { readonly at: number };
  "certificates-ended": Found;
  "api-service-unavailable": Found;
  "nodes-not-ready": Found;
  "nodes-under-pressure": Found & { readonly pressures: readonly string[] };
  "nodes-cordoned": Found;
}

export type ContentsFindingId = keyof ContentsFacts;
