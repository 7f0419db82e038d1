import { setTimeout as wait } from "node:timers/promises";
import { parameterlessActs } from "#lib/act/acts-at-once.ts";
import { planAct } from "#lib/act/plan/plan-act.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { isKubeObject } from "#lib/kube/wire.ts";
import { type AccountDeletion, planAccountDeletion } from "#lib/policy/accounts/plan-account-deletion.ts";
import { describeDifferences } from "../differences.ts";
import { waitUntilTrue } from "../eventually.ts";
import { describeGardenRejection, type GardenHttpResponse } from "../garden-access.ts";
import { gardenGroup, listObjectsAt } from "../garden-objects.ts";
import { createOrReplaceObject, deleteImportedObject, pathOf, qualifiedNameOf } from "../import-objects.ts";
import type { ComparedGarden } from "../requests/compare-requests.ts";
import { shopNamespace } from "./planted-accounts.ts";
import type { AccountLife } from "./random-lives.ts";

interface ComparedLives {
  readonly embedded: ComparedGarden;
  readonly real: ComparedGarden;
  /** Gardener release of the garden that is asked. */
  readonly version: string;
  /** How often a step is looked at until both gardens have to be alike. */
  readonly mostLooks?: number;
  readonly say: (line: string) => void;
}

/** What is compared of an object: whether it is there, and who holds it. */
interface Held {
  readonly isLeaving: boolean;
  readonly finalizers: readonly string[];
  readonly labels: readonly string[];
}
type Standing = Readonly<Record<string, Held | null>>;

/** A controller that has refused a deletion tries again after a time that doubles each time. */
const usualLooks = 600;
const betweenLooksMs = 100;

/**
 * Lets accounts be created and deleted in both gardens with their controllers, as Almanac does it, moves clusters from
 * a SecretBinding that is going, and compares after each step what is there, what is leaving and what holds it.
 * @returns whether there are no differences
 */
export async function compareLives(lives: readonly AccountLife[], compared: ComparedLives): Promise<boolean> {
  const { say } = compared;
  const differences: string[] = [];
  const plans = new Map<string, number>();
  for (const life of lives) {
    const { plan, found } = await compareLife(life, compared);
    plans.set(plan, (plans.get(plan) ?? 0) + 1);
    differences.push(...found);
  }
  // What came late in one of the gardens is seen here.
  for (const life of lives) differences.push(...(await differencesOf(life, "at the end", compared)));
  for (const line of differences) say(line.slice(0, 600));
  const counts = [...plans].map(([plan, count]) => `${count} ${plan}`).join(", ");
  say(`${lives.length} lives of accounts (${counts}): ${differences.length} differences`);
  return differences.length === 0;
}

/** @returns Almanac's plan for the deletion, and the differences of the first step that has any */
async function compareLife(life: AccountLife, compared: ComparedLives) {
  const { credentials, bindings, quota, clusters } = life;
  const [first, ...others] = bindings;
  const plan = planOf(life);
  const write = createBothWriter(compared);
  const remove = (object: KubeObject) =>
    write(`delete ${qualifiedNameOf(object)}`, ({ access }) => deleteImportedObject(access, object));
  const moving = clusters.filter(({ spec }) => spec.secretBindingName === first.metadata.name);
  const steps: readonly LifeStep[] = [
    {
      step: "created",
      act: async () => {
        const objects = [credentials, quota, ...bindings, ...clusters];
        const names = objects.map(({ metadata }) => metadata.name);
        for (const object of objects) {
          await write(`create ${qualifiedNameOf(object)}`, (garden) => createOnceSeen(garden, object, names));
        }
      },
      holds: (there) => bindings.every((binding) => there[keyOf(binding)]?.finalizers.length === 1),
    },
    {
      step: `deleted, ${nameOf(plan)}`,
      act: async () => {
        if (plan.kind === "with-credentials") await remove(credentials);
        await remove(first);
      },
      holds: (there) => isAsPlanned(plan, there[keyOf(credentials)], there[keyOf(first)]),
    },
    ...moving.map((shoot) => ({
      step: "moved",
      act: () => moveCluster(shoot, compared, write),
      holds: (there: Standing) => there[keyOf(first)] === null,
    })),
    { step: "without its Quota", act: () => remove(quota) },
    {
      step: "without other bindings",
      act: async () => {
        for (const binding of others) await remove(binding);
      },
    },
  ];
  for (const { act, ...expected } of steps) {
    await act();
    const found = [...write.refused, ...(await settledDifferences(life, expected, compared))];
    if (found.length > 0) return { plan: nameOf(plan), found };
  }
  return { plan: nameOf(plan), found: [] };
}

/**
 * Creates an object. Gardener's admission reads what an object refers to from caches of its own, so a reference that was
 * created a moment ago is "not found" until they have it.
 * @param names Names of what was created before it
 */
async function createOnceSeen({ access }: ComparedGarden, object: KubeObject, names: readonly string[]) {
  let response = await createOrReplaceObject(access, object);
  const isUnseen = () => names.some((name) => describeGardenRejection(response).endsWith(`"${name}" not found`));
  await waitUntilTrue(`the admission sees what ${qualifiedNameOf(object)} refers to`, async () => {
    if (response.code >= 300 && isUnseen()) response = await createOrReplaceObject(access, object);
    return response.code < 300 || !isUnseen();
  });
  return response;
}

interface SettledStep {
  readonly step: string;
  /** What must be true in the real garden. */
  readonly holds?: (there: Standing) => boolean;
}

interface LifeStep extends SettledStep {
  readonly act: () => Promise<void>;
}

interface BothWriter {
  (what: string, write: (garden: ComparedGarden) => Promise<GardenHttpResponse>): Promise<void>;
  /** What was refused, or not by both gardens. */
  readonly refused: readonly string[];
}

/** Sends requests to both gardens, which both must accept. */
function createBothWriter({ embedded, real }: ComparedLives): BothWriter {
  const refused: string[] = [];
  const write = async (what: string, send: (garden: ComparedGarden) => Promise<GardenHttpResponse>) => {
    const [here, there] = await Promise.all([send(embedded), send(real)]);
    if (here.code < 300 && there.code < 300) return;
    refused.push(`${what}: embedded ${describeGardenRejection(here)}, real ${describeGardenRejection(there)}`);
  };
  return Object.assign(write, { refused });
}

/** Almanac's plan for the deletion of the first binding's account. */
function planOf({ credentials, bindings: [first, ...others], clusters }: AccountLife): AccountDeletion {
  const isNamed = ({ spec }: Shoot, { metadata, kind }: KubeObject) =>
    metadata.name === (kind === "SecretBinding" ? spec.secretBindingName : spec.credentialsBindingName);
  return planAccountDeletion({
    credentialsKind: credentials.kind,
    isShared: credentials.metadata.namespace !== first.metadata.namespace,
    otherBindings: others.length,
    ownClusters: clusters.filter((shoot) => isNamed(shoot, first)).length,
    allClusters: clusters.length,
  });
}

function nameOf(plan: AccountDeletion): string {
  return plan.kind === "binding-only" ? `binding-only, ${plan.why}` : plan.kind;
}

/** Whether a garden did what the plan says: what goes is gone, what is in use is held, and what stays is not leaving. */
function isAsPlanned(plan: AccountDeletion, credentials: Held | null | undefined, binding: Held | null | undefined) {
  switch (plan.kind) {
    case "in-use":
      return binding?.isLeaving === true && credentials?.isLeaving === false;
    case "with-credentials":
      return binding === null && credentials === null;
    case "binding-only":
      return binding === null && credentials?.isLeaving === false;
  }
}

/** Moves a cluster to the CredentialsBinding that Almanac proposes, with the requests that Almanac sends. */
async function moveCluster(shoot: Shoot, { real, version }: ComparedLives, write: BothWriter): Promise<void> {
  const { body: stored } = await real.access.send({ method: "GET", path: pathOf(shoot, "object") });
  const [secretBindings, credentialsBindings] = await Promise.all([
    listObjectsAt(real.access, `${gardenGroup}/namespaces/${shopNamespace}/secretbindings`),
    listObjectsAt(
      real.access,
      `/apis/security.gardener.cloud/v1alpha1/namespaces/${shopNamespace}/credentialsbindings`,
    ),
  ]);
  const { act } = parameterlessActs["migrate-binding"];
  if (!isKubeObject<Shoot>(stored)) throw new Error(`${qualifiedNameOf(shoot)} is not there`);
  const planned = planAct(stored, act, { release: version }, { secretBindings, credentialsBindings });
  if (!planned.ok) throw new Error(`${qualifiedNameOf(shoot)}: Almanac has no plan for the move`);
  for (const step of planned.value.steps) {
    if (step.verb === "create") {
      await write(`create for ${shoot.metadata.name}`, ({ access }) => createOrReplaceObject(access, step.body));
    }
    if (step.verb === "patch") {
      const request = { method: "PATCH", path: pathOf(shoot, "object"), body: step.body };
      await write(`move ${shoot.metadata.name}`, ({ access }) => access.send(request));
    }
  }
}

/** Waits until both gardens are alike and as expected. @returns the differences that stay */
async function settledDifferences(
  life: AccountLife,
  { step, holds = () => true }: SettledStep,
  compared: ComparedLives,
) {
  for (let looks = 1; ; looks += 1) {
    const differences = await differencesOf(life, step, compared);
    const there = await standingOf(life, compared.real);
    const isExpected = holds(there);
    if (differences.length === 0 && isExpected) return [];
    if (looks >= (compared.mostLooks ?? usualLooks)) {
      const told = `${life.credentials.metadata.name}, ${step}: not as Almanac says: ${JSON.stringify(there)}`;
      return isExpected ? differences : [...differences, told];
    }
    await wait(betweenLooksMs);
  }
}

async function differencesOf(life: AccountLife, step: string, { embedded, real }: ComparedLives) {
  const [here, there] = await Promise.all([standingOf(life, embedded), standingOf(life, real)]);
  return describeDifferences(here, there, `${life.credentials.metadata.name}, ${step}: `);
}

async function standingOf(
  { credentials, bindings, quota }: AccountLife,
  { access }: ComparedGarden,
): Promise<Standing> {
  const objects = [credentials, quota, ...bindings];
  const held = objects.map(async (object) => {
    const { code, body } = await access.send({ method: "GET", path: pathOf(object, "object") });
    return [keyOf(object), code === 404 || !isKubeObject(body) ? null : heldOf(body)] as const;
  });
  return Object.fromEntries(await Promise.all(held));
}

function heldOf({ metadata }: KubeObject): Held {
  const { finalizers = [], labels = {}, deletionTimestamp } = metadata;
  // Which providers' labels remain is decided by a webhook of gardener-admission-controller, which does not run here.
  const own = Object.keys(labels).filter((label) => !label.startsWith("provider.shoot.gardener.cloud/"));
  return { isLeaving: deletionTimestamp !== undefined, finalizers: finalizers.toSorted(), labels: own.sort() };
}

function keyOf(object: KubeObject): string {
  return `${object.kind} ${object.metadata.name}`;
}
