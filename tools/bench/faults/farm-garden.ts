import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { connectGarden, type OperatorConnection, type Outgoing, spawnGarden } from "#garden/testing/garden-process.ts";
import { fieldAt, listAt, textAt } from "#lib/kube/field.ts";
import type { ProxiedGarden } from "./fault-proxy.ts";

const core = "/apis/core.gardener.cloud/v1beta1";
const rbac = "/apis/rbac.authorization.k8s.io/v1";
/** Whom Almanac's own credential belongs to: the landscape gives this account its rights. */
const ownOfLandscape = { namespace: "garden", name: "almanac" };
/** The same in a garden that nobody made for this. */
const ownElsewhere = { namespace: "default", name: "almanac-farm" };
const readers = "almanac-farm-readers";
const watchers = "almanac-farm-watchers";
const pageSize = 500;
/** So many Shoots are written steadily; the others wait for marks. */
const written = 20;

export interface FarmShoot {
  readonly namespace: string;
  readonly project: string;
  readonly name: string;
}

/** A garden as its operator uses it: the embedded one in a process of its own, or one that runs already. */
export class FarmGarden {
  readonly address: ProxiedGarden;
  readonly stop: () => Promise<void>;
  readonly #connection: OperatorConnection;
  readonly #own: typeof ownOfLandscape;
  #shoots: readonly FarmShoot[] = [];
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

  static async start(folder: string, options: readonly string[] = []): Promise<FarmGarden> {
    await mkdir(folder, { recursive: true });
    const kubeconfig = path.join(folder, "kubeconfig");
    const garden = spawnGarden(["--no-life", "--pace", "1000", "--kubeconfig", kubeconfig, ...options]);
    const connection = await garden.ready;
    const stop = async () => {
      connection.close();
      await garden.stop();
    };
    const started = new FarmGarden(connection, ownOfLandscape, stop);
    await started.#prepare();
    return started;
  }

  /**
   * A garden that runs already. The accounts and roles that are made there stay.
   *
   * @param kubeconfig the path of its administrator's
   */
  static async at(kubeconfig: string): Promise<FarmGarden> {
    const connection = connectGarden(await readFile(kubeconfig, "utf8"));
    const garden = new FarmGarden(connection, ownElsewhere, async () => connection.close());
    await garden.#prepare();
    await garden.#letWatch();
    return garden;
  }

  /** A token of Almanac's own account: another one each time, all of them good. */
  ownToken(): Promise<string> {
    return this.#tokenOf(this.#own.namespace, this.#own.name);
  }

  /** Tokens of so many people who may read everything. */
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

  /** A person who does not exist any more from now on. */
  async forgetReader(name: string): Promise<void> {
    await this.send({ method: "DELETE", path: `/api/v1/namespaces/default/serviceaccounts/${name}` }, [200, 202]);
  }

  /** Changes a label of a Shoot, one after the other of those that are for steady writes. */
  async write(): Promise<void> {
    this.#writes += 1;
    await this.#label(this.#writes % written);
  }

  /** A Shoot that nobody else marks, until there are none left. */
  newSlot(): number {
    this.#slots += 1;
    return written + (this.#slots % Math.max(1, this.#shoots.length - written - 1));
  }

  /** Changes the label of the Shoot in this slot; answers the value that its row will show. */
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

  /** Those that can be written to. */
  get shoots(): readonly FarmShoot[] {
    return this.#shoots;
  }

  /** How many Shoots there are, those that are being deleted too. */
  get size(): number {
    return this.#size;
  }

  async patch({ namespace, name }: FarmShoot, change: object): Promise<void> {
    const target = `${core}/namespaces/${namespace}/shoots/${name}`;
    const contentType = "application/merge-patch+json";
    await this.send({ method: "PATCH", path: target, body: change, contentType }, [200]);
  }

  /** As {@link patch}, of the status. */
  async patchStatus({ namespace, name }: FarmShoot, status: object): Promise<void> {
    const target = `${core}/namespaces/${namespace}/shoots/${name}/status`;
    const contentType = "application/merge-patch+json";
    await this.send({ method: "PATCH", path: target, body: { status }, contentType }, [200]);
  }

  /** As somebody does who means it. */
  async delete(shoot: FarmShoot): Promise<void> {
    await this.patch(shoot, { metadata: { annotations: { "confirmation.gardener.cloud/deletion": "true" } } });
    const target = `${core}/namespaces/${shoot.namespace}/shoots/${shoot.name}`;
    await this.send({ method: "DELETE", path: target }, [200, 202]);
  }

  /** The resourceVersion of every Shoot by its uid. */
  async truth(): Promise<ReadonlyMap<string, string>> {
    const versions = await this.#read((item): readonly [string, string] => [
      textAt(item, "metadata", "uid") ?? "",
      textAt(item, "metadata", "resourceVersion") ?? "",
    ]);
    return new Map(versions);
  }

  async send(outgoing: Outgoing, expected: readonly number[] = [200, 201]): Promise<unknown> {
    const { status, body } = await this.#connection.send(outgoing);
    const text = body.toString();
    if (!expected.includes(status)) throw new Error(`${outgoing.method} ${outgoing.path}: ${status} ${text}`);
    return JSON.parse(text);
  }

  /** Takes of every Shoot what is wanted of it, page by page: all of them whole would not fit into the memory. */
  async #read<Value>(take: (item: unknown) => Value): Promise<readonly Value[]> {
    const taken: Value[] = [];
    for (let next: string | undefined = ""; next !== undefined; ) {
      const target = `${core}/shoots?limit=${pageSize}&continue=${encodeURIComponent(next)}`;
      const page = await this.send({ path: target });
      taken.push(...listAt(page, "items").map(take));
      next = textAt(page, "metadata", "continue") || undefined;
    }
    return taken;
  }

  async #prepare(): Promise<void> {
    const projects = await this.send({ path: `${core}/projects` });
    const names = new Map(
      listAt(projects, "items").map((item) => [textAt(item, "spec", "namespace"), textAt(item, "metadata", "name")]),
    );
    const all = await this.#read((item) => {
      const [namespace = "", name = ""] = [textAt(item, "metadata", "namespace"), textAt(item, "metadata", "name")];
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

  /** Gives Almanac's own account what a landscape gives it: readers may not read RoleBindings. */
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
    return textAt(answer, "status", "token") ?? "";
  }
}

/** It is unhealthy for ten minutes now, by a check of which the garden's own care knows nothing. */
export async function breakShoot(garden: FarmGarden, shoot: FarmShoot): Promise<void> {
  const since = new Date(Date.now() - 600_000).toISOString().replace(/\.\d+/, "");
  const condition = { type: "ExtensionHealthy", status: "False", lastTransitionTime: since, lastUpdateTime: since };
  await garden.patchStatus(shoot, { conditions: [condition] });
}
