import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import { ApiError, badRequest, expiredError, tooLargeResourceVersion } from "../../errors/api-error.ts";
import { apiVersionOf } from "../../registry/resource-definition.ts";
import { type ObjectPredicate, selectorPredicate } from "../../registry/selectors.ts";
import { cachedJsonOf } from "../../store/json-of-object.ts";
import { type CollectionChange, collectionKeyOf } from "../../store/store.ts";
import type { AuthenticatedExchange } from "../exchange/exchange.ts";
import type { ResourceRequestInfo } from "../exchange/parse-request-info.ts";
import { parseCountParameter } from "./list-objects.ts";
import { createObjectEncoder } from "./table.ts";
import { createWatchStream, type WatchFrame } from "./watch-stream.ts";

const initialEventsEnd = "k8s.io/initial-events-end";
const defaultTimeoutSeconds = 30 * 60;

interface WatchPlan {
  /** Existing objects, which the watch sends first as ADDED events. */
  readonly initial: readonly KubeObject[];
  /** Changes since the client's resourceVersion, which the watch sends after `initial`. */
  readonly missed: readonly CollectionChange[];
  readonly announceEnd: boolean;
}

/** Answers a watch request: one JSON event per line until the timeout, or until the client disconnects. */
export function watchObjects(exchange: AuthenticatedExchange, info: ResourceRequestInfo): void {
  const { server, query, response } = exchange;
  const matches = predicateOf(exchange, info);
  const encode = createObjectEncoder(exchange, info.definition);
  const timeoutSeconds = parseCountParameter(query, "timeoutSeconds", /^[0-9]{1,6}$/) ?? defaultTimeoutSeconds;
  const { ring } = server.store.collection(collectionKeyOf(info.definition.resource));
  const plan = planWatch(exchange, info);

  response.writeHead(200, { "content-type": "application/json" });
  // Sends the headers now: Node would wait for the first event, and clients wait for the headers.
  response.flushHeaders();
  if (plan instanceof ApiError) {
    response.end(line("ERROR", plan.status));
    return;
  }

  const eventFrame = (event: CollectionChange): WatchFrame | undefined => {
    const type = seenAs(event, matches);
    return type === undefined ? undefined : () => line(type, encode(objectOf(event, type)));
  };
  const bookmarkFrame = (annotations?: Readonly<Record<string, string>>): WatchFrame => {
    const text = line("BOOKMARK", bookmarkOf(info, server.store.resourceVersion, annotations));
    return () => text;
  };
  const end = plan.announceEnd ? [bookmarkFrame({ [initialEventsEnd]: "true" })] : [];
  const initial = [
    ...plan.initial.filter(matches).map((object) => () => line("ADDED", encode(object))),
    ...plan.missed.flatMap((event) => eventFrame(event) ?? []),
    ...end,
  ];
  const stream = createWatchStream(response, initial, server.whenStored);

  const stopFollowing = ring.follow((event) => {
    const frame = eventFrame(event);
    if (frame !== undefined) stream.push(frame);
  });
  const bookmarks = allowsBookmarks(query);
  const beat = bookmarks ? setInterval(() => stream.push(bookmarkFrame()), server.bookmarkMs) : undefined;
  const timeout = setTimeout(() => {
    if (bookmarks) stream.push(bookmarkFrame());
    stream.end();
  }, timeoutSeconds * 1000);
  response.on("close", () => {
    stopFollowing();
    clearInterval(beat);
    clearTimeout(timeout);
  });
}

function line(type: string, object: object): string {
  return `{"type":"${type}","object":${textOf(object)}}\n`;
}

let latest: { readonly object: object; readonly text: string } | undefined;

/** The JSON of an object. Caches the latest result, because all watchers of a collection send the same object. */
function textOf(object: object): string {
  if (latest?.object !== object) latest = { object, text: cachedJsonOf(object) ?? JSON.stringify(object) };
  return latest.text;
}

function allowsBookmarks(query: URLSearchParams): boolean {
  return query.get("allowWatchBookmarks") === "true" || query.get("allowWatchBookmarks") === "1";
}

function planWatch(
  { server, query }: AuthenticatedExchange,
  { definition, namespace }: ResourceRequestInfo,
): WatchPlan | ApiError {
  const { store } = server;
  const collection = store.collection(collectionKeyOf(definition.resource));
  const asked = query.get("resourceVersion") ?? "";
  const present: WatchPlan = {
    initial: collection.list(namespace),
    missed: [],
    announceEnd: false,
  };
  if (asked !== "" && !/^[0-9]{1,16}$/.test(asked))
    throw badRequest(`invalid resource version ${JSON.stringify(asked)}`);
  if (Number(asked) > store.resourceVersion) throw tooLargeResourceVersion(asked, String(store.resourceVersion));
  if (query.get("sendInitialEvents") === "true") {
    if (query.get("resourceVersionMatch") !== "NotOlderThan") {
      throw new ApiError(
        422,
        "Invalid",
        'resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to "NotOlderThan"',
      );
    }
    return { ...present, announceEnd: allowsBookmarks(query) };
  }
  if (asked === "" || asked === "0") return present;
  const missed = collection.ring.since(Number(asked));
  if (missed === undefined) return expiredError(`too old resource version: ${asked} (${store.resourceVersion})`);
  return { initial: [], missed, announceEnd: false };
}

function predicateOf(
  { query }: AuthenticatedExchange,
  { definition, namespace, name }: ResourceRequestInfo,
): ObjectPredicate {
  const isSelected = selectorPredicate(query, definition);
  return (object) =>
    (namespace === undefined || object.metadata.namespace === namespace) &&
    (name === undefined || object.metadata.name === name) &&
    isSelected(object);
}

/** Event type for a watch with a selector: ADDED when an object starts to match, DELETED when it no longer matches. */
function seenAs(
  { type, object, previous }: CollectionChange,
  matches: ObjectPredicate,
): CollectionChange["type"] | undefined {
  const was = previous !== undefined && matches(previous);
  if (type === "DELETED") return was ? "DELETED" : undefined;
  const is = matches(object);
  if (is) return was ? "MODIFIED" : "ADDED";
  return was ? "DELETED" : undefined;
}

/** When an object no longer matches the selector, its last matching state is sent with the new resourceVersion. */
function objectOf({ type, object, previous }: CollectionChange, seen: CollectionChange["type"]): KubeObject {
  if (seen !== "DELETED" || type === "DELETED" || previous === undefined) return object;
  return { ...previous, metadata: { ...previous.metadata, ...versionOf(object) } };
}

function versionOf({ metadata: { resourceVersion } }: KubeObject): { readonly resourceVersion?: string } {
  return resourceVersion === undefined ? {} : { resourceVersion };
}

function bookmarkOf(
  { definition }: ResourceRequestInfo,
  version: number,
  annotations?: Readonly<Record<string, string>>,
): object {
  return {
    kind: definition.resource.kind,
    apiVersion: apiVersionOf(definition.resource),
    metadata: {
      resourceVersion: String(version),
      creationTimestamp: null,
      ...(annotations === undefined ? {} : { annotations }),
    },
  };
}
