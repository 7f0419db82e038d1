import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { BenchGarden } from "./farm-garden.ts";

export interface SharedSetupOptions {
  /** Number of users who can sign in. */
  readonly people?: number;
  /** Command line options for starting the garden. */
  readonly garden?: readonly string[];
  /** Kubeconfig of an existing garden to use instead of an embedded one. */
  readonly kubeconfig?: string;
  /** Whether time limits are checked. On a machine that is busy with other tests, events only have to happen. */
  readonly judgesTime?: boolean;
}

/** Maximum waiting time in seconds if time limits are not checked. */
const longPatience = 90;

/** Setup that all scenarios share: one garden, and session keys with which any replica can read any session. */
export class SharedTestSetup {
  readonly garden: BenchGarden;
  readonly folder: string;
  readonly keyFile: string;
  /** Tokens of the users who open pages. */
  readonly readers: readonly string[];
  readonly judgesTime: boolean;
  readonly #crowd: string[] = [];
  #folders = 0;

  private constructor(
    garden: BenchGarden,
    given: Pick<SharedTestSetup, "folder" | "keyFile" | "readers" | "judgesTime">,
  ) {
    this.garden = garden;
    this.folder = given.folder;
    this.keyFile = given.keyFile;
    this.readers = given.readers;
    this.judgesTime = given.judgesTime;
  }

  static async open(options: SharedSetupOptions = {}): Promise<SharedTestSetup> {
    const { people = 2, garden: given = [], kubeconfig, judgesTime = true } = options;
    const folder = await mkdtemp(path.join(tmpdir(), "almanac-faults-"));
    const keyFile = path.join(folder, "session-key");
    await writeFile(keyFile, randomBytes(32).toString("base64"), { mode: 0o600 });
    const garden =
      kubeconfig === undefined
        ? await BenchGarden.start(path.join(folder, "garden"), given)
        : await BenchGarden.at(kubeconfig);
    return new SharedTestSetup(garden, { folder, keyFile, readers: await garden.readers(people), judgesTime });
  }

  /** Whether a duration is within its limit. If time limits are not checked, whether the event happened at all. */
  isSoon(seconds: number | undefined, limit: number): boolean {
    return seconds !== undefined && (!this.judgesTime || seconds <= limit);
  }

  /** How long to wait, in seconds, for an event with the given limit. */
  patience(limit: number): number {
    return this.judgesTime ? limit : Math.max(limit, longPatience);
  }

  /** A file path in the setup's folder that is not in use. */
  newPath(name: string): string {
    this.#folders += 1;
    return path.join(this.folder, `${name}-${this.#folders}`);
  }

  /** Tokens of the given number of users, created when first requested. */
  async peopleTokens(count: number): Promise<readonly string[]> {
    while (this.#crowd.length < count) this.#crowd.push(await this.garden.reader(`crowd-${this.#crowd.length}`));
    return this.#crowd.slice(0, count);
  }

  async close(): Promise<void> {
    await this.garden.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
