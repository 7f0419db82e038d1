import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import {
  connectGarden,
  type OperatorConnection,
  type OutgoingGardenRequest,
  spawnGarden,
} from "#garden/testing/garden-process.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { ProxiedGarden } from "./fault-proxy.ts";

const core = "/apis/core.gardener.cloud/v1beta1";
const rbac = "/apis/rbac.authorization.k8s.io/v1";
/** ServiceAccount with which Almanac accesses the demo landscape, which grants its permissions. */
const ownOfLandscape = { namespace: "garden", name: "almanac" };
/** ServiceAccount with which Almanac accesses any other garden. */
const ownElsewhere = { namespace: "default", name: "almanac-farm" };
const readers = "almanac-farm-readers";
const watchers = "almanac-farm-watchers";
const pageSize = 500;
/** Number of Shoots used for continuous writes; the others are used to measure single changes. */
const written = 20;

export interface BenchShoot {
  readonly namespace: string;
  readonly project: string;
  readonly name: string;
}

/** A garden that benchmarks control as operator: an embedded one in a separate process, or an existing one. */
export class BenchGarden {
  readonly address: ProxiedGarden;
  readonly stop: () => Promise<void>;
  readonly #connection: OperatorConnection;
  readonly #own: typeof ownOfLandscape;
  #shoots: readonly BenchShoot[] = [];
  #size = 0;
  #marks = 0;
  #writes = 0;
  #slots = 0;

  private constructor(connection: OperatorConnection, own: typeof ownOfLandscape, stop: () => Promise<void>) {
    this.#connection = connection;
    this.#own = own;
    this.address = connection.address;
    this.stop = stop;
  }

  static async start(folder: string, options: readonly string[] = []): Promise<BenchGarden> {
    await mkdir(folder, { recursive: true });
    const kubeconfig = path.join(folder, "kubeconfig");
    const garden = spawnGarden(["--no-life", "--pace", "1000", "--kubeconfig", kubeconfig, ...options]);
    const connection = await garden.ready;
    const stop = async () => {
      connection.close();
      await garden.stop();
    };
    const started = new BenchGarden(connection, ownOfLandscape, stop);
    await started.#prepare();
    return started;
  }

  /**
   * Connects to an existing garden. Accounts and roles created for the benchmark are not removed.
   * @param kubeconfig path of the administrator's kubeconfig
   */
  static async at(kubeconfig: string): Promise<BenchGarden> {
    const connection = connectGarden(await readFile(kubeconfig, "utf8"));
    const garden = new BenchGarden(connection, ownElsewhere, async () => connection.close());
    await garden.#prepare();
    await garden.#letWatch();
    return garden;
  }

  /** Creates another valid token for Almanac's own ServiceAccount. */
  ownToken(): Promise<string> {
    return this.#tokenOf(this.#own.namespace, this.#own.name);
  }

  /** Creates users who can read everything, and returns their tokens. */
  async readers(count: number): Promise<readonly string[]> {
    const names = Array.from({ length: count }, (_, index) => `reader-${index}`);
    const tokens: string[] = [];
    for (const name of names) tokens.push(await this.reader(name));
    return tokens;
  }

  async reader(name: string): Promise<string> {
    const metadata = { name, namespace: "default" };
    const body = { apiVersion: "v1", kind: "ServiceAccount", metadata };
    await this.send({ method: "POST", path: "/api/v1/namespaces/default/serviceaccounts", body }, [201, 409]);
    return this.#tokenOf("default", name);
  }

  /** Deletes a user. */
  async forgetReader(name: string): Promise<void> {
    await this.send({ method: "DELETE", path: `/api/v1/namespaces/default/serviceaccounts/${name}` }, [200, 202]);
  }

  /** Changes a label of the next Shoot that is used for continuous writes. */
  async write(): Promise<void> {
    this.#writes += 1;
    await this.#label(this.#writes % written);
  }

  /** Reserves a Shoot that no other scenario changes, as long as there are enough Shoots. */
  newSlot(): number {
    this.#slots += 1;
    return written + (this.#slots % Math.max(1, this.#shoots.length - written - 1));
  }

  /** Sets a label of the Shoot in this slot to another value, and returns the value. */
  mark(slot: number): Promise<string> {
    return this.#label(slot);
  }

  async #label(index: number): Promise<string> {
    const shoot = this.#shoots[index % this.#shoots.length];
    if (shoot === undefined) throw new Error("the garden has no Shoots");
    this.#marks += 1;
    const value = `mark-${this.#marks}`;
    await this.patch(shoot, { metadata: { labels: { "bench/mark": value } } });
    return value;
  }

  /** The Shoots that can be changed, without those in deletion. */
  get shoots(): readonly BenchShoot[] {
    return this.#shoots;
  }

  /** Number of all Shoots, including those in deletion. */
  get size(): number {
    return this.#size;
  }

  async patch({ namespace, name }: BenchShoot, change: object): Promise<void> {
    const target = `${core}/namespaces/${namespace}/shoots/${name}`;
    const contentType = "application/merge-patch+json";
    await this.send({ method: "PATCH", path: target, body: change, contentType }, [200]);
  }

  /** Patches the status of a Shoot. */
  async patchStatus({ namespace, name }: BenchShoot, status: object): Promise<void> {
    const target = `${core}/namespaces/${namespace}/shoots/${name}/status`;
    const contentType = "application/merge-patch+json";
    await this.send({ method: "PATCH", path: target, body: { status }, contentType }, [200]);
  }

  /** Deletes a Shoot, with the confirmation annotation. */
  async delete(shoot: BenchShoot): Promise<void> {
    await this.patch(shoot, { metadata: { annotations: { "confirmation.gardener.cloud/deletion": "true" } } });
    const target = `${core}/namespaces/${shoot.namespace}/shoots/${shoot.name}`;
    await this.send({ method: "DELETE", path: target }, [200, 202]);
  }

  /** The current resourceVersion of every Shoot, by UID. */
  async truth(): Promise<ReadonlyMap<string, string>> {
    const versions = await this.#read((item): readonly [string, string] => [
      stringAt(item, "metadata", "uid") ?? "",
      stringAt(item, "metadata", "resourceVersion") ?? "",
    ]);
    return new Map(versions);
  }

  async send(outgoing: OutgoingGardenRequest, expected: readonly number[] = [200, 201]): Promise<unknown> {
    const { status, body } = await this.#connection.send(outgoing);
    const text = body.toString();
    if (!expected.includes(status)) throw new Error(`${outgoing.method} ${outgoing.path}: ${status} ${text}`);
    return JSON.parse(text);
  }

  /** Reads the needed values of all Shoots page by page, because the complete objects would not fit into memory. */
  async #read<Value>(take: (item: unknown) => Value): Promise<readonly Value[]> {
    const taken: Value[] = [];
    for (let next: string | undefined = ""; next !== undefined; ) {
      const target = `${core}/shoots?limit=${pageSize}&continue=${encodeURIComponent(next)}`;
      const page = await this.send({ path: target });
      taken.push(...listAt(page, "items").map(take));
      next = stringAt(page, "metadata", "continue") || undefined;
    }
    return taken;
  }

  async #prepare(): Promise<void> {
    const projects = await this.send({ path: `${core}/projects` });
    const names = new Map(
      listAt(projects, "items").map((item) => [
        stringAt(item, "spec", "namespace"),
        stringAt(item, "metadata", "name"),
      ]),
    );
    const all = await this.#read((item) => {
      const [namespace = "", name = ""] = [stringAt(item, "metadata", "namespace"), stringAt(item, "metadata", "name")];
      const isGoing = fieldAt(item, "metadata", "deletionTimestamp") !== undefined;
      return { namespace, name, isGoing, project: names.get(namespace) };
    });
    this.#size = all.length;
    this.#shoots = all.flatMap(({ namespace, name, isGoing, project }) =>
      isGoing || project === undefined ? [] : [{ namespace, project, name }],
    );
    const role = { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", metadata: { name: readers } };
    const verbs = ["get", "list", "watch"];
    const rules = [
      { verbs, apiGroups: ["core.gardener.cloud"], resources: ["*"] },
      { verbs, apiGroups: ["security.gardener.cloud"], resources: ["credentialsbindings"] },
      { verbs, apiGroups: [""], resources: ["events", "namespaces", "resourcequotas", "configmaps", "secrets"] },
    ];
    await this.send({ method: "POST", path: `${rbac}/clusterroles`, body: { ...role, rules } }, [201, 409]);
    const subjects = [{ apiGroup: "rbac.authorization.k8s.io", kind: "Group", name: "system:serviceaccounts:default" }];
    const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: readers };
    const binding = { ...role, kind: "ClusterRoleBinding", subjects, roleRef };
    await this.send({ method: "POST", path: `${rbac}/clusterrolebindings`, body: binding }, [201, 409]);
  }

  /** Allows Almanac's ServiceAccount to watch RoleBindings, which the users of the benchmark cannot. */
  async #letWatch(): Promise<void> {
    await this.reader(ownElsewhere.name);
    const role = { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", metadata: { name: watchers } };
    const rules = [{ verbs: ["list", "watch"], apiGroups: ["rbac.authorization.k8s.io"], resources: ["rolebindings"] }];
    await this.send({ method: "POST", path: `${rbac}/clusterroles`, body: { ...role, rules } }, [201, 409]);
    const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: watchers };
    const body = {
      ...role,
      kind: "ClusterRoleBinding",
      subjects: [{ kind: "ServiceAccount", ...ownElsewhere }],
      roleRef,
    };
    await this.send({ method: "POST", path: `${rbac}/clusterrolebindings`, body }, [201, 409]);
  }

  async #tokenOf(namespace: string, name: string): Promise<string> {
    const target = `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`;
    const body = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { expirationSeconds: 86_400 } };
    const answer = await this.send({ method: "POST", path: target, body });
    return stringAt(answer, "status", "token") ?? "";
  }
}

/** Makes a Shoot unhealthy for ten minutes, by a condition that the garden's care controller does not check. */
export async function makeShootUnhealthy(garden: BenchGarden, shoot: BenchShoot): Promise<void> {
  const since = new Date(Date.now() - 600_000).toISOString().replace(/\.\d+/, "");
  const condition = { type: "ExtensionHealthy", status: "False", lastTransitionTime: since, lastUpdateTime: since };
  await garden.patchStatus(shoot, { conditions: [condition] });
}
