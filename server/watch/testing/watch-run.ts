import type { KubeObject } from "#lib/kube/object.ts";
import { shoots } from "#lib/kube/resource.ts";
import type { ListPage } from "#server/garden/garden-client.ts";
import { GardenError, type GardenErrorReason } from "#server/garden/garden-error.ts";
import type { HubMessage } from "../hub.ts";
import { createObjectCache, type WritableObjectCache } from "../object-cache.ts";
import { runReflector } from "../reflector.ts";
import { newCounters, type WatchCounters } from "../watch-counters.ts";
import { addedEvent, initialEventsEnd } from "./events.ts";
import { createFakeClock, type FakeClock } from "./fake-clock.ts";
import { createScriptedTransport, type ScriptedStream, type ScriptedTransport } from "./scripted-transport.ts";

export function createGardenError(reason: GardenErrorReason, retryAfterSeconds?: number): GardenError {
  return new GardenError({ reason, message: reason, retryAfterSeconds });
}

export function createListPage(
  version: number | string | undefined,
  items: readonly unknown[],
  next?: string,
): ListPage {
  const resourceVersion = version === undefined ? undefined : String(version);
  return { kind: "ShootList", apiVersion: "core.gardener.cloud/v1beta1", resourceVersion, continue: next, items };
}

/** A watch under test with its object cache, fake clock, scripted transport, and all messages to a listener. */
export interface WatchRun {
  readonly clock: FakeClock;
  readonly transport: ScriptedTransport;
  readonly mirror: WritableObjectCache<KubeObject>;
  readonly reflector: {
    start(): void;
    stop(): void;
    readonly done: Promise<void>;
    readonly counters: Readonly<WatchCounters>;
  };
  readonly heard: readonly HubMessage<KubeObject>[];
  readonly logged: readonly string[];
  /** The watch that is currently open. */
  stream(): ScriptedStream;
  /** `uid@version` of all objects in the object cache, sorted. */
  held(): readonly string[];
  /** Messages to the listener in short form: "+a@1 -b", "stale unreachable", "live". */
  story(): readonly string[];
}

export function prepareRun(random: () => number = () => 0): WatchRun {
  const clock = createFakeClock();
  const transport = createScriptedTransport();
  const logged: string[] = [];
  const log = { warn: (_: object, message: string) => void logged.push(message) };
  const mirror = createObjectCache<KubeObject>(log);
  const heard: HubMessage<KubeObject>[] = [];
  mirror.subscribe((message) => void heard.push(message));
  const counters = newCounters();
  const stopping = new AbortController();
  let done = Promise.resolve();
  return {
    clock,
    transport,
    mirror,
    reflector: {
      start() {
        done = runReflector({
          transport,
          resource: shoots,
          mirror,
          clock,
          random,
          log,
          counters,
          stop: stopping.signal,
        });
      },
      stop: () => stopping.abort(),
      get done() {
        return done;
      },
      counters,
    },
    heard,
    logged,
    stream() {
      const stream = transport.streams.at(-1);
      if (stream === undefined) throw new Error("no watch is open");
      return stream;
    },
    held: () => mirror.all().map(inShort).sort(),
    story: () => heard.map(toldInShort),
  };
}

/** Starts a watch whose API server does not support watch-list, so that paged lists are used. */
export function prepareListingWatchRun(): WatchRun {
  const run = prepareRun();
  run.transport.refuseWatches(createGardenError("invalid"));
  return run;
}

export async function startWatchRun(run: WatchRun): Promise<WatchRun> {
  run.reflector.start();
  await run.clock.settle();
  return run;
}

/** Starts a watch that has read `objects` at resource version `version` by watch-list and is still open. */
export async function startSyncedWatchRun(
  version: number,
  ...objects: readonly [uid: string, version: number][]
): Promise<WatchRun> {
  const run = await startWatchRun(prepareRun());
  run.stream().send(...objects.map(([uid, at]) => addedEvent(uid, at)), initialEventsEnd(version));
  await run.clock.settle();
  return run;
}

function inShort({ metadata }: KubeObject): string {
  return `${metadata.uid}@${metadata.resourceVersion}`;
}

function toldInShort(message: HubMessage<KubeObject>): string {
  if (message.kind === "live") return "live";
  if (message.kind === "stale") return `stale ${message.reason}`;
  const gone = message.removes.map(({ metadata }) => `-${metadata.uid}`);
  return [...message.upserts.map((object) => `+${inShort(object)}`), ...gone].join(" ");
}
