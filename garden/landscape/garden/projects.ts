import { type Namespace, namespaceObject } from "#garden/api/core/core-objects.ts";
import {
  adoptedNamespaceAnnotations,
  createdNamespaceAnnotations,
  projectNamespaceLabels,
} from "#garden/gardener/controllers/controller-manager/project-namespace.ts";
import { protectedSeedTaint } from "#garden/gardener/rules/protected-seed-taint.ts";
import type { Project, ProjectMember } from "#lib/garden/project.ts";
import { projectAnnotations } from "#lib/garden/project-annotations.ts";
import type { DemoTime } from "../plan/demo-time.ts";
import { tierLabel } from "./quotas.ts";

/** Plan of a demo project: its data and its users by role. */
export interface ProjectPlan {
  readonly name: string;
  readonly namespace: string;
  readonly description: string;
  readonly purpose: string;
  readonly owner: string;
  readonly admins: readonly string[];
  readonly viewers: readonly string[];
  readonly ageDays: number;
  /** Cost centre of the project, shown in its label and in the cost report. */
  readonly costCentre: string;
  /** Number of days since which nothing in the project is used; the garden deletes it 90 days after that time. */
  readonly staleDays?: number;
  /** Label that exempts a project from the usual limits. */
  readonly tier?: "fleet" | "operators";
  /** Limit of the number of clusters, if it is not the usual one. */
  readonly mostShoots?: number;
  readonly tolerations?: Project["spec"]["tolerations"];
  /** Whether the project has an account for every provider, also for those that none of its clusters uses. */
  readonly hasEveryAccount?: true;
  /** Fields that the project defines for its clusters, as Gardener's dashboard stores them. */
  readonly customFields?: Readonly<Record<string, object>>;
  /** Maximum lifetime in days of clusters that use the project's trial credentials. */
  readonly trialDays?: number;
}

const person = (name: string): string => `${name}@harborline.example`;

const ravi = person("ravi.menon");
const lena = person("lena.sorensen");
const olga = person("olga.brandt");
const tomas = person("tomas.ortega");

function plan(name: string, rest: Omit<ProjectPlan, "name" | "namespace">): ProjectPlan {
  return { name, namespace: name === "garden" ? "garden" : `garden-${name}`, ...rest };
}

/** A field that two projects define alike, so that it is one column of their clusters. */
const onCall = {
  name: "On call",
  path: 'metadata.annotations["support.harborline.example/on-call"]',
  icon: "mdi-phone",
  tooltip: "Who is called at night",
  weight: 10,
};

/** Tolerations with which the clusters of a project can run on Seeds that are protected. */
export const onProtectedSeeds = { defaults: [{ key: protectedSeedTaint }], whitelist: [{ key: protectedSeedTaint }] };

export const demoProjects: readonly ProjectPlan[] = [
  plan("payments", {
    description: "Card acquiring, ledger and settlement",
    purpose: "Regulated workloads, PCI zone",
    owner: ravi,
    admins: [person("ines.caldeira")],
    viewers: [person("audit")],
    ageDays: 1130,
    costCentre: "4100-payments",
    customFields: {
      onCall,
      podRange: {
        name: "Pod range",
        path: "spec.networking.pods",
        icon: "mdi-table-network",
        tooltip: "Addresses of the pods; the firewall of the bank has to know them",
        defaultValue: "no nodes",
        weight: 20,
      },
      machine: {
        name: "First machine type",
        path: "spec.provider.workers[0].machine.type",
        columnSelectedByDefault: false,
        searchable: false,
        weight: 30,
      },
    },
  }),
  plan("shop", {
    description: "Storefront, catalogue, search and checkout",
    purpose: "Customer-facing web shop in three markets",
    owner: ravi,
    admins: [person("mei.tanaka")],
    viewers: [tomas],
    ageDays: 1204,
    // without limits
    tier: "fleet",
    costCentre: "4200-commerce",
    hasEveryAccount: true,
    customFields: { onCall },
  }),
  plan("logistics", {
    description: "Warehouses, transport planning and port terminals",
    purpose: "Warehouse control and route planning",
    owner: lena,
    admins: [person("jonas.vogel")],
    viewers: [tomas],
    ageDays: 890,
    costCentre: "4300-logistics",
    tolerations: onProtectedSeeds,
  }),
  plan("analytics", {
    description: "Data lake, reporting and event streams",
    purpose: "Batch and streaming analytics",
    owner: lena,
    admins: [person("pavel.novak")],
    viewers: [],
    ageDays: 760,
    costCentre: "4400-data",
  }),
  plan("ml", {
    description: "Demand forecasting and recommendations",
    purpose: "Training and serving of models, GPU pools",
    owner: lena,
    admins: [person("aisha.rahman")],
    // One more than there are: the project is close to its limit.
    mostShoots: 7,
    viewers: [],
    ageDays: 430,
    costCentre: "4400-data",
  }),
  plan("platform", {
    description: "Continuous integration, registries, observability, identity",
    purpose: "Shared services of the platform team",
    owner: olga,
    admins: [person("kofi.asante")],
    viewers: [tomas],
    ageDays: 1300,
    costCentre: "4000-platform",
  }),
  plan("sandbox", {
    description: "Playgrounds that come and go",
    purpose: "Trials, workshops, hackathons",
    owner: person("mei.tanaka"),
    admins: [person("jonas.vogel"), person("pavel.novak")],
    viewers: [],
    ageDays: 615,
    // without limits
    tier: "fleet",
    costCentre: "4900-shared",
    hasEveryAccount: true,
    trialDays: 14,
  }),
  plan("pilots", {
    description: "Pilot installations of the former loyalty team",
    purpose: "Experiments with vouchers, ended last year",
    owner: ravi,
    admins: [person("mei.tanaka")],
    viewers: [tomas],
    ageDays: 510,
    staleDays: 52,
    costCentre: "4200-commerce",
  }),
  plan("garden", {
    description: "Seeds of this landscape and the clusters of its operators",
    purpose: "Gardener operations",
    owner: olga,
    admins: [],
    viewers: [],
    ageDays: 1460,
    tier: "operators",
    costCentre: "4000-platform",
    tolerations: onProtectedSeeds,
  }),
];

export function projectObject(project: ProjectPlan, time: DemoTime): Project {
  return {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Project",
    metadata: {
      name: project.name,
      generation: 2,
      creationTimestamp: time.daysAgo(project.ageDays),
      finalizers: ["gardener"],
      ...(project.tier !== undefined && { labels: { [tierLabel]: project.tier } }),
      annotations: {
        "billing.harborline.example/cost-centre": project.costCentre,
        ...(project.customFields && { [projectAnnotations.customFields]: JSON.stringify(project.customFields) }),
      },
    },
    spec: {
      namespace: project.namespace,
      description: project.description,
      purpose: project.purpose,
      owner: user(project.owner),
      createdBy: user(project.owner),
      members: members(project),
      ...(project.tolerations ? { tolerations: project.tolerations } : {}),
    },
    status: {
      phase: "Ready",
      observedGeneration: 2,
      ...(project.staleDays === undefined
        ? { lastActivityTimestamp: time.daysAgo(Math.min(project.ageDays, 3)) }
        : {
            lastActivityTimestamp: time.daysAgo(Math.min(project.ageDays, project.staleDays + 60)),
            staleSinceTimestamp: time.daysAgo(project.staleDays),
            staleAutoDeleteTimestamp: time.daysAgo(project.staleDays - 90),
          }),
    },
  };
}

/** The namespace of a project; that of the operators' project existed before it and outlives it. */
export function projectNamespaceObject({ metadata, spec }: Project): Namespace {
  const { name, uid = "", creationTimestamp } = metadata;
  const namespace = spec.namespace ?? "";
  return namespaceObject({
    name: namespace,
    ...(creationTimestamp !== undefined && { creationTimestamp }),
    labels: projectNamespaceLabels(name),
    annotations: namespace === "garden" ? adoptedNamespaceAnnotations(uid) : createdNamespaceAnnotations(uid),
  });
}

function members(project: ProjectPlan): readonly ProjectMember[] {
  return [
    { ...user(project.owner), role: "admin", roles: ["owner", "uam"] },
    ...project.admins.map((name) => ({ ...user(name), role: "admin" })),
    ...project.viewers.map((name) => ({ ...user(name), role: "viewer" })),
  ];
}

function user(name: string) {
  return { apiGroup: "rbac.authorization.k8s.io", kind: "User", name };
}
