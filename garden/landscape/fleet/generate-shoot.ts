import {
  apiServerReadyTask,
  infrastructureReadyTask,
  workersReadyTask,
} from "#garden/gardener/controllers/flows/plan-flow.ts";
import type { Random } from "#lib/random.ts";
import type { ProjectPlan } from "../garden/projects.ts";
import { shootLocations } from "../plan/shoot-locations.ts";
import type { PoolPlan, ProviderType, ShootPlan, ShootVariation } from "../plan/shoot-plan.ts";
import {
  caExpiring,
  coreDnsUnhealthy,
  managedResourcesIgnored,
  nodesNotReady,
  prometheusDown,
  systemComponentsUnknown,
} from "../touches/findings.ts";
import {
  changeWaitingForWindow,
  ignoredShoot,
  missedHibernation,
  newHibernationSchedules,
  retryInMaintenanceWindow,
} from "../touches/next-steps.ts";
import { endedOperation, failedOperation, rolloutConfinedToWindow } from "../touches/operation.ts";
import { rotationInPhase } from "../touches/rotation.ts";
import { hibernatedShoot, unobservedChange } from "../touches/shoot-states.ts";

interface Choice {
  readonly provider: ProviderType;
  readonly region: string;
  readonly seed: string;
  /** Failure tolerance of control planes that the Seed supports; `zone` requires three zones. */
  readonly tolerates: "node" | "zone";
  readonly machines: readonly [string, ...string[]];
  readonly versions: readonly [string, ...string[]];
}

/** Choices for generated Shoots (provider, region, versions): frequent ones are repeated, outdated versions rare. */
const choices: readonly [Choice, ...Choice[]] = [
  aws("eu-central-1", "aws-eu1"),
  aws("eu-west-1", "aws-eu1"),
  aws("us-east-1", "aws-us1"),
  {
    ...shootLocations["gcp-eu1"],
    tolerates: "zone",
    machines: ["n2-standard-2", "n2-standard-4", "n2-standard-8"],
    versions: ["1.35.6", "1.35.6", "1.35.6", "1.35.3", "1.33.12", "1.33.12", "1.32.14"],
  },
  {
    ...shootLocations["az-eu1"],
    tolerates: "zone",
    machines: ["Standard_D2s_v5", "Standard_D4s_v5", "Standard_D8s_v5"],
    versions: ["1.35.6", "1.35.6", "1.34.9", "1.34.9", "1.34.6", "1.33.13", "1.33.8"],
  },
  {
    ...shootLocations["os-south1"],
    tolerates: "node",
    machines: ["g_c2_m8", "g_c4_m16", "g_c8_m32"],
    versions: ["1.34.8", "1.34.8", "1.34.4", "1.33.11", "1.35.5"],
  },
];

function aws(region: string, seed: string): Choice {
  return {
    provider: "aws",
    region,
    seed,
    tolerates: "zone",
    machines: ["m5.large", "m5.xlarge", "m6i.2xlarge", "c6i.4xlarge"],
    versions: ["1.35.6", "1.35.6", "1.35.4", "1.34.9", "1.34.9", "1.34.9", "1.34.8", "1.33.13", "1.33.12", "1.32.14"],
  };
}

// Short, because Shoot and project names together are limited to 21 characters.
const workloads = ["api", "web", "jobs", "data", "edge", "core", "feed", "sync", "docs", "gate"] as const;
const stages = ["prod", "prod", "qa", "dev", "test", "demo"] as const;
const purposes = {
  prod: "production",
  qa: "evaluation",
  dev: "development",
  test: "testing",
  demo: "evaluation",
} as const;
const poolNames = ["default", "system", "batch", "memory", "spot", "ingress"] as const;
const images = ["1877.6.0", "1877.6.0", "1877.6.0", "1877.3.0", "1592.14.0"] as const;

/** The plan of one generated Shoot. `index` keeps its name unique within the project. */
export function generatePlan(index: number, project: ProjectPlan, random: Random): ShootPlan {
  const choice = random.pick(choices);
  const stage = random.pick(stages);
  const hour = random.int(0, 23);
  const offset = random.pick(["+0000", "+0100", "+0100", "-0500", "+0530"]);
  const touches = touchesFor(random);
  return {
    name: `${random.pick(workloads)}-${stage}-${index + 1}`,
    purpose: purposes[stage],
    provider: choice.provider,
    region: choice.region,
    seed: choice.seed,
    kubernetes: random.pick(choice.versions),
    pools: poolsOf(choice, random),
    ageDays: random.int(2, Math.max(3, project.ageDays - 1)),
    createdBy: project.owner,
    window: [`${clock(hour)}0000${offset}`, `${clock((hour + 1) % 24)}0000${offset}`],
    autoUpdate: { kubernetes: random.chance(0.7), images: random.chance(0.85) },
    ...(stage === "prod" ? { highAvailability: choice.tolerates } : {}),
    ...(touches.length > 0 ? { touches } : {}),
  };
}

function poolsOf(choice: Choice, random: Random): readonly PoolPlan[] {
  if (random.chance(0.03)) return [];
  const amount = random.pick([1, 1, 1, 2, 2, 3, 4]);
  return poolNames.slice(0, amount).map((name) => ({
    name,
    machine: random.pick(choice.machines),
    image: ["gardenlinux", random.pick(images)],
    nodes: [random.int(1, 4), random.int(5, 30)],
  }));
}

/** Random problems of a generated Shoot; about 95 of 100 Shoots are healthy. */
function touchesFor(random: Random): readonly ShootVariation[] {
  const dice = random.next();
  const minutes = random.int(2, 600);
  if (dice < 0.012) return [heldState(random, minutes)];
  if (dice < 0.9) return [];
  if (dice < 0.935) return [hibernatedShoot(random.int(1, 200))];
  if (dice < 0.955) return [rotationInPhase("certificateAuthorities", { phase: "Prepared", days: random.int(1, 60) })];
  if (dice < 0.962) return [caExpiring(minutes)];
  if (dice < 0.972) return [nodesNotReady("default", minutes)];
  if (dice < 0.978) return [prometheusDown(minutes)];
  if (dice < 0.984) return [coreDnsUnhealthy(minutes)];
  if (dice < 0.988) return [systemComponentsUnknown(minutes)];
  return [failureFor(random, minutes)];
}

/** A random state in which a Shoot waits for something, or will change without a user. */
function heldState(random: Random, minutes: number): ShootVariation {
  const states: readonly [ShootVariation, ...ShootVariation[]] = [
    ignoredShoot,
    endedOperation("Reconcile", "Aborted", apiServerReadyTask, random.int(1, 9)),
    missedHibernation(random.int(5, 110)),
    newHibernationSchedules({ start: "0 0 30 2 *" }),
    newHibernationSchedules({ start: "0 20 * * 1-5", end: "0 8 * * 1-5", location: "Europe/Berlin" }),
    (shoot, time) => changeWaitingForWindow(minutes)(rolloutConfinedToWindow(shoot, time), time),
    (shoot, time) => retryInMaintenanceWindow(failureFor(random, minutes)(shoot, time), time),
    (shoot, time) => unobservedChange(failureFor(random, minutes)(shoot, time), time),
    managedResourcesIgnored(minutes),
    unobservedChange,
  ];
  return random.pick(states);
}

type Cause = readonly [task: string, code: string];

const causes: readonly [Cause, ...Cause[]] = [
  [infrastructureReadyTask, "ERR_INFRA_UNAUTHORIZED"],
  [workersReadyTask, "ERR_INFRA_QUOTA_EXCEEDED"],
  [workersReadyTask, "ERR_INFRA_RESOURCES_DEPLETED"],
  [infrastructureReadyTask, "ERR_INFRA_RATE_LIMITS_EXCEEDED"],
  ["Waiting until shoot control plane has been reconciled", "ERR_CONFIGURATION_PROBLEM"],
];

function failureFor(random: Random, minutes: number): ShootVariation {
  const [task, code] = random.pick(causes);
  return failedOperation(task, minutes, { code });
}

const clock = (hour: number): string => String(hour).padStart(2, "0");
