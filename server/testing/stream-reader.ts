import type { FleetRow, FleetSnapshot } from "#lib/contract/fleet.ts";
import { type StreamFrame, streamFrameSchema } from "#lib/contract/stream.ts";
import { applyRowUpdate } from "#lib/fleet/fleet-data.ts";

/** Reads the event stream like a browser, and applies its events to the rows. */
export class StreamReader {
  readonly frames: StreamFrame[] = [];
  readonly ids: string[] = [];
  readonly comments: string[] = [];
  /** All text received from the stream. */
  text = "";
  ended = false;
  #rest = "";
  #waiting: (() => void)[] = [];
  readonly #start: Pick<FleetSnapshot, "cursor" | "rows"> | undefined;

  /** `start`: the cluster list that the browser has loaded before, if any. */
  constructor(response: Response, start?: Pick<FleetSnapshot, "cursor" | "rows">) {
    this.#start = start;
    void this.#pump(response);
  }

  /** Cursor of the last event. */
  get cursor(): string {
    return this.ids.at(-1) ?? this.#start?.cursor ?? "";
  }

  get types(): string[] {
    return this.frames.map(({ type }) => type);
  }

  /** `uid@resourceVersion` of every row that the browser would show, sorted. */
  get screen(): string[] {
    return [...this.rows.values()].map(({ uid, resourceVersion }) => `${uid}@${resourceVersion}`).sort();
  }

  get rows(): ReadonlyMap<string, FleetRow> {
    const rows = new Map(this.#start?.rows.map((row) => [row.uid, row]));
    for (const frame of this.frames) {
      if (frame.type !== "change") continue;
      for (const uid of frame.removes) rows.delete(uid);
      for (const row of frame.upserts) rows.set(row.uid, row);
      for (const update of frame.updates) {
        const row = rows.get(update.uid);
        if (row !== undefined) rows.set(row.uid, applyRowUpdate(row, update));
      }
    }
    return rows;
  }

  /** Resolves when `condition` is true; it is checked after every event. */
  async until(condition: (reader: this) => boolean): Promise<void> {
    while (!condition(this)) {
      if (this.ended) throw new Error(`the stream ended after ${this.types.join()}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  async #pump(response: Response): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      const text = decoder.decode(chunk, { stream: true });
      this.text += text;
      this.#rest += text;
      const events = this.#rest.split("\n\n");
      this.#rest = events.pop() ?? "";
      for (const event of events) this.#take(event);
      this.#wake();
    }
    this.ended = true;
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #take(event: string): void {
    for (const line of event.split("\n")) {
      if (line.startsWith("id: ")) this.ids.push(line.slice(4));
      else if (line.startsWith("data: ")) this.frames.push(streamFrameSchema.parse(JSON.parse(line.slice(6))));
      else this.comments.push(line);
    }
  }
}
