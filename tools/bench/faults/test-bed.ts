import { writeFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { stringify } from "yaml";
import { createTestAuthority, type TestAuthority } from "#server/garden/testing/authority.ts";
import type { BenchResponse } from "./exchange.ts";
import type { SharedTestSetup } from "./farm.ts";
import type { ProxyRule } from "./fault.ts";
import { DisturbingProxy } from "./fault-proxy.ts";
import { SignedInPerson } from "./person.ts";
import { AlmanacProcess, type AlmanacProcessOptions } from "./product-process.ts";
import { secondsUntil } from "./until.ts";
import { StreamViewer, type ViewerOptions } from "./viewer.ts";

export interface TestBedOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly nodeOptions?: readonly string[];
  /** Number of Almanac processes. */
  readonly replicas?: number;
  /** Disturbances that are active from the start. */
  readonly rules?: readonly ProxyRule[];
  readonly refuses?: boolean;
  readonly outputTo?: string;
  /** Host name of the garden in Almanac's kubeconfig; by default its address. */
  readonly gardenHost?: string;
  /** Whether Almanac connects to the garden without a proxy, for measurements without disturbances. */
  readonly isDirect?: boolean;
}

/** Options that differ for one replica. */
type ReplicaOptions = Partial<Pick<AlmanacProcessOptions, "environment" | "port" | "root">>;

/** Maximum waiting time in seconds, longer than users would accept an outage. */
const mostSeconds = 90;

/** Maximum processor time of an idle process, in milliseconds per second. */
const mostAtRestMs = 100;

/** One or more Almanac processes, the garden, and a proxy between them that can disturb the connection. */
export class TestBed {
  readonly farm: SharedTestSetup;
  readonly proxy: DisturbingProxy;
  readonly products: AlmanacProcess[] = [];
  readonly #options: TestBedOptions;
  readonly #tokenFile: string;
  readonly #authorityFile: string;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #viewers: StreamViewer[] = [];
  #person: Promise<SignedInPerson> | undefined;
  readonly #slot: number;
  #turn = 0;

  private constructor(farm: SharedTestSetup, proxy: DisturbingProxy, options: TestBedOptions, files: WorldFiles) {
    this.farm = farm;
    this.proxy = proxy;
    this.#options = options;
    this.#slot = farm.garden.newSlot();
    this.#tokenFile = files.token;
    this.#authorityFile = files.authority;
    this.#environment = {
      KUBECONFIG: files.kubeconfig,
      SESSION_KEY_FILES: farm.keyFile,
      // With a public origin, the session cookie has the same name on all replicas.
      PUBLIC_ORIGIN: "https://almanac.example",
      LOG_LEVEL: "info",
      ...options.environment,
    };
  }

  static async open(farm: SharedTestSetup, options: TestBedOptions = {}): Promise<TestBed> {
    const authority = createTestAuthority();
    const proxy = await DisturbingProxy.open(farm.garden.address, authority);
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

  /** The first replica; most test beds have only one. */
  get product(): AlmanacProcess {
    const [first] = this.products;
    if (first === undefined) throw new Error("this world has no Almanac");
    return first;
  }

  /** The port of the next replica, as a round-robin proxy chooses it. Replicas that have exited are skipped. */
  readonly nextPort = (): number => {
    const alive = this.products.filter(({ isAlive }) => isAlive);
    this.#turn += 1;
    return alive[this.#turn % Math.max(1, alive.length)]?.port ?? 1;
  };

  /** Kills a replica and starts another one on the same port. */
  async restart(index = 0): Promise<AlmanacProcess> {
    const before = this.products[index];
    await before?.end("SIGKILL");
    const started = await this.startReplica(before === undefined ? {} : { port: before.port });
    this.products.pop();
    this.products[index] = started;
    return started;
  }

  async startReplica({ environment, ...given }: ReplicaOptions = {}): Promise<AlmanacProcess> {
    const { nodeOptions = [], outputTo } = this.#options;
    const product = await AlmanacProcess.start({
      environment: { ...this.#environment, ...environment },
      nodeOptions,
      ...given,
      ...(outputTo === undefined ? {} : { outputTo }),
    });
    this.products.push(product);
    return product;
  }

  /** The first user of the shared setup, signed in. */
  person(): Promise<SignedInPerson> {
    this.#person ??= this.signIn(this.farm.readers[0] ?? "");
    return this.#person;
  }

  signIn(token: string): Promise<SignedInPerson> {
    return SignedInPerson.signIn(this.nextPort, token);
  }

  async watch(options: ViewerOptions = {}, person?: SignedInPerson): Promise<StreamViewer> {
    const viewer = new StreamViewer(person ?? (await this.person()), options);
    this.#viewers.push(viewer);
    return viewer;
  }

  /** Ends all disturbances and opens a page that is live. If that takes too long, Almanac is restarted. */
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

  /** Like {@link calm}, and waits until the process has loaded its pages: for use before measuring processor time. */
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

  /** Changes a Shoot that no other test bed changes, and returns the label value that its row will show. */
  mark(): Promise<string> {
    return this.farm.garden.mark(this.#slot);
  }

  /** Seconds until the page is live and shows a change that is written now. */
  async liveAgain(viewer: StreamViewer, most = mostSeconds): Promise<number | undefined> {
    return await this.rightAgain(viewer, await this.mark(), most);
  }

  /** Seconds until the page is live and shows a change that was written before. */
  async rightAgain(viewer: StreamViewer, mark: string, most = mostSeconds): Promise<number | undefined> {
    return await secondsUntil(() => viewer.isLive && viewer.shows(mark), most);
  }

  /** Number of rows that are still older than the garden's objects after a short wait. */
  async lost(viewer: StreamViewer): Promise<number> {
    const truth = await this.farm.garden.truth();
    await secondsUntil(() => viewer.differsBy(truth) === 0, 5);
    return viewer.differsBy(truth);
  }

  async ready(most = mostSeconds): Promise<number | undefined> {
    return await secondsUntil(async () => (await this.product.status("/readyz")) === 200, most);
  }

  /** Replaces Almanac's own token in its file. */
  async renewToken(token: string): Promise<void> {
    await writeFile(this.#tokenFile, token);
  }

  async trust(authority: TestAuthority): Promise<void> {
    await writeFile(this.#authorityFile, authority.ca);
  }

  async read(path: string): Promise<BenchResponse> {
    return (await this.person()).get(path);
  }

  /** Closes all pages. */
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

/** Writes a kubeconfig that refers to files for token and CA, as in a Pod. */
async function writeFiles(farm: SharedTestSetup, server: string, ca: string): Promise<WorldFiles> {
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
