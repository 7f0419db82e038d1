import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { FarmGarden } from "./farm-garden.ts";

export interface FarmOptions {
  /** How many may sign in. */
  readonly people?: number;
  /** For the command that starts the garden. */
  readonly garden?: readonly string[];
  /** The kubeconfig of a garden that runs already, to take instead. */
  readonly kubeconfig?: string;
  /** Not where others may keep the machine busy: then what must come soon must only come. */
  readonly judgesTime?: boolean;
}

/** Seconds, where time is not judged. */
const longPatience = 90;

/** What all scenarios share: one garden, and keys with which any replica opens any session. */
export class Farm {
  readonly garden: FarmGarden;
  readonly folder: string;
  readonly keyFile: string;
  /** The people who look. */
  readonly readers: readonly string[];
  readonly judgesTime: boolean;
  readonly #crowd: string[] = [];
  #folders = 0;

  private constructor(garden: FarmGarden, given: Pick<Farm, "folder" | "keyFile" | "readers" | "judgesTime">) {
    this.garden = garden;
    this.folder = given.folder;
    this.keyFile = given.keyFile;
    this.readers = given.readers;
    this.judgesTime = given.judgesTime;
  }

  static async open(options: FarmOptions = {}): Promise<Farm> {
    const { people = 2, garden: given = [], kubeconfig, judgesTime = true } = options;
    const folder = await mkdtemp(path.join(tmpdir(), "almanac-faults-"));
    const keyFile = path.join(folder, "session-key");
    await writeFile(keyFile, randomBytes(32).toString("base64"), { mode: 0o600 });
    const garden =
      kubeconfig === undefined
        ? await FarmGarden.start(path.join(folder, "garden"), given)
        : await FarmGarden.at(kubeconfig);
    return new Farm(garden, { folder, keyFile, readers: await garden.readers(people), judgesTime });
  }

  /** Whether it took no longer than it may. Where time is not judged, whether it came at all. */
  isSoon(seconds: number | undefined, limit: number): boolean {
    return seconds !== undefined && (!this.judgesTime || seconds <= limit);
  }

  /** How long to wait for what must come within a limit, in seconds. */
  patience(limit: number): number {
    return this.judgesTime ? limit : Math.max(limit, longPatience);
  }

  /** A name in the farm's folder that nobody has. */
  newPath(name: string): string {
    this.#folders += 1;
    return path.join(this.folder, `${name}-${this.#folders}`);
  }

  /** Tokens of so many people, made when first asked for. */
  async peopleTokens(count: number): Promise<readonly string[]> {
    while (this.#crowd.length < count) this.#crowd.push(await this.garden.reader(`crowd-${this.#crowd.length}`));
    return this.#crowd.slice(0, count);
  }

  async close(): Promise<void> {
    await this.garden.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
