import { writeFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { stringify } from "yaml";
import { createTestAuthority, type TestAuthority } from "#server/garden/testing/authority.ts";
import type { BenchResponse } from "./exchange.ts";
import type { Farm } from "./farm.ts";
import type { FaultRule } from "./fault.ts";
import { FaultProxy } from "./fault-proxy.ts";
import { Person } from "./person.ts";
import { type ProductOptions, ProductProcess } from "./product-process.ts";
import { secondsUntil } from "./until.ts";
import { StreamViewer, type ViewerOptions } from "./viewer.ts";

export interface TestBedOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly nodeOptions?: readonly string[];
  /** How many processes of Almanac there are. */
  readonly replicas?: number;
  /** What is wrong from the start. */
  readonly rules?: readonly FaultRule[];
  readonly refuses?: boolean;
  readonly outputTo?: string;
  /** The host by which Almanac knows the garden; its address without. */
  readonly gardenHost?: string;
  /** Nothing stands between it and the garden: for what is measured, not broken. */
  readonly isDirect?: boolean;
}

/** What is otherwise with one replica than with the others. */
type ReplicaOptions = Partial<Pick<ProductOptions, "environment" | "port" | "root">>;

/** Longer than any outage may last in anybody's eyes. */
const mostSeconds = 90;

/** What a process at rest uses of the processor in a second. */
const mostAtRestMs = 100;

/** Almanac, the garden, and a connection between them that can be broken. */
export class TestBed {
  readonly farm: Farm;
  readonly proxy: FaultProxy;
  readonly products: ProductProcess[] = [];
  readonly #options: TestBedOptions;
  readonly #tokenFile: string;
  readonly #authorityFile: string;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #viewers: StreamViewer[] = [];
  #person: Promise<Person> | undefined;
  readonly #slot: number;
  #turn = 0;

  private constructor(farm: Farm, proxy: FaultProxy, options: TestBedOptions, files: WorldFiles) {
    this.farm = farm;
    this.proxy = proxy;
    this.#options = options;
    this.#slot = farm.garden.newSlot();
    this.#tokenFile = files.token;
    this.#authorityFile = files.authority;
    this.#environment = {
      KUBECONFIG: files.kubeconfig,
      SESSION_KEY_FILES: farm.keyFile,
      // The cookie then has one name on every replica.
      PUBLIC_ORIGIN: "https://almanac.example",
      LOG_LEVEL: "info",
      ...options.environment,
    };
  }

  static async open(farm: Farm, options: TestBedOptions = {}): Promise<TestBed> {
    const authority = createTestAuthority();
    const proxy = await FaultProxy.open(farm.garden.address, authority);
    const { url, ca } = farm.garden.address;
    const files = options.isDirect
      ? await writeFiles(farm, url, ca)
      : await writeFiles(farm, proxy.urlAt(options.gardenHost), authority.ca);
    const world = new TestBed(farm, proxy, options, files);
    proxy.rules = options.rules ?? [];
    if (options.refuses) await proxy.wire.refuse();
    for (let replica = 0; replica < (options.replicas ?? 1); replica += 1) await world.startReplica();
    return world;
  }

  /** The first replica, which is the only one in most worlds. */
  get product(): ProductProcess {
    const [first] = this.products;
    if (first === undefined) throw new Error("this world has no Almanac");
    return first;
  }

  /** The port of one replica after the other, as a round-robin proxy chooses; those that have ended are left out. */
  readonly nextPort = (): number => {
    const alive = this.products.filter(({ isAlive }) => isAlive);
    this.#turn += 1;
    return alive[this.#turn % Math.max(1, alive.length)]?.port ?? 1;
  };

  /** Kills one replica and starts another in its place. */
  async restart(index = 0): Promise<ProductProcess> {
    const before = this.products[index];
    await before?.end("SIGKILL");
    const started = await this.startReplica(before === undefined ? {} : { port: before.port });
    this.products.pop();
    this.products[index] = started;
    return started;
  }

  async startReplica({ environment, ...given }: ReplicaOptions = {}): Promise<ProductProcess> {
    const { nodeOptions = [], outputTo } = this.#options;
    const product = await ProductProcess.start({
      environment: { ...this.#environment, ...environment },
      nodeOptions,
      ...given,
      ...(outputTo === undefined ? {} : { outputTo }),
    });
    this.products.push(product);
    return product;
  }

  /** The first of the farm's people, signed in. */
  person(): Promise<Person> {
    this.#person ??= this.signIn(this.farm.readers[0] ?? "");
    return this.#person;
  }

  signIn(token: string): Promise<Person> {
    return Person.signIn(this.nextPort, token);
  }

  async watch(options: ViewerOptions = {}, person?: Person): Promise<StreamViewer> {
    const viewer = new StreamViewer(person ?? (await this.person()), options);
    this.#viewers.push(viewer);
    return viewer;
  }

  /** Nothing is wrong, and somebody looks at a live page. A product that does not get there in time is begun anew. */
  async calm(): Promise<StreamViewer> {
    this.proxy.rules = [];
    await this.proxy.wire.restore();
    this.leave();
    const viewer = await this.watch();
    if ((await this.liveAgain(viewer, 20)) === undefined) {
      await this.restart();
      if ((await this.liveAgain(viewer)) === undefined) throw new Error("a new Almanac does not become live");
    }
    this.proxy.forget();
    return viewer;
  }

  /** As {@link calm}, and the process has loaded its pages, which it does after it is ready: for what counts processor time. */
  async atRest(): Promise<void> {
    await this.calm();
    let before = this.product.cpuMs();
    await secondsUntil(async () => {
      await pause(1_000);
      const now = this.product.cpuMs();
      const isResting = now - before < mostAtRestMs;
      before = now;
      return isResting;
    }, mostSeconds);
  }

  /** Changes a Shoot that only this world changes; answers what its row will show. */
  mark(): Promise<string> {
    return this.farm.garden.mark(this.#slot);
  }

  /** Seconds until the page says that it is live and shows what is written to the garden now. */
  async liveAgain(viewer: StreamViewer, most = mostSeconds): Promise<number | undefined> {
    return await this.rightAgain(viewer, await this.mark(), most);
  }

  /** Seconds until the page says that it is live and shows a mark that was written before. */
  async rightAgain(viewer: StreamViewer, mark: string, most = mostSeconds): Promise<number | undefined> {
    return await secondsUntil(() => viewer.isLive && viewer.shows(mark), most);
  }

  /** Rows that are older than what the garden holds now, after everybody had a moment. */
  async lost(viewer: StreamViewer): Promise<number> {
    const truth = await this.farm.garden.truth();
    await secondsUntil(() => viewer.differsBy(truth) === 0, 5);
    return viewer.differsBy(truth);
  }

  async ready(most = mostSeconds): Promise<number | undefined> {
    return await secondsUntil(async () => (await this.product.status("/readyz")) === 200, most);
  }

  /** Almanac's own token becomes another one on disk. */
  async renewToken(token: string): Promise<void> {
    await writeFile(this.#tokenFile, token);
  }

  async trust(authority: TestAuthority): Promise<void> {
    await writeFile(this.#authorityFile, authority.ca);
  }

  async read(path: string): Promise<BenchResponse> {
    return (await this.person()).get(path);
  }

  /** Closes every page. */
  leave(): void {
    for (const viewer of this.#viewers.splice(0)) viewer.close();
  }

  async close(): Promise<void> {
    this.leave();
    await Promise.all(this.products.map((product) => product.end("SIGKILL")));
    await this.proxy.close();
  }
}

interface WorldFiles {
  readonly kubeconfig: string;
  readonly token: string;
  readonly authority: string;
}

/** A kubeconfig whose token and authority are files, as a cluster mounts them. */
async function writeFiles(farm: Farm, server: string, ca: string): Promise<WorldFiles> {
  const files = {
    kubeconfig: farm.newPath("kubeconfig"),
    token: farm.newPath("token"),
    authority: farm.newPath("authority"),
  };
  const kubeconfig = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "farm", cluster: { server, "certificate-authority": files.authority } }],
    users: [{ name: "almanac", user: { tokenFile: files.token } }],
    contexts: [{ name: "farm", context: { cluster: "farm", user: "almanac" } }],
    "current-context": "farm",
  };
  await writeFile(files.kubeconfig, stringify(kubeconfig), { mode: 0o600 });
  await writeFile(files.token, await farm.garden.ownToken(), { mode: 0o600 });
  await writeFile(files.authority, ca);
  return files;
}
