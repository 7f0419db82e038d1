import "server-only";
import type { KubeList, KubeObject } from "#lib/kube/object.ts";
import type { CollectionTarget, ObjectTarget } from "#lib/kube/paths.ts";
import { formatFieldSelector } from "#lib/kube/selectors.ts";
import { isKubeObject, isRecord } from "#lib/kube/wire.ts";
import type { CredentialSource } from "./connection.ts";
import { invalidResponseError } from "./garden-error.ts";
import { toInvalidError } from "./rejection.ts";
import type { Deadline, GardenTextResponse, RequestSender } from "./request-sender.ts";
import { parseJson } from "./response-body.ts";

/** A response body of the garden's API server, with the texts of its `Warning` headers. */
export interface GardenResponse<Body> {
  readonly body: Body;
  readonly warnings: readonly string[];
}

interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Whether a read must not be repeated after a short outage, because the caller retries it itself. */
  readonly once?: boolean | undefined;
  /** A lower size limit for the response than the usual one. */
  readonly limitBytes?: number | undefined;
}

export interface ListOptions extends CallOptions {
  readonly limit?: number | undefined;
  readonly continue?: string | undefined;
  readonly resourceVersion?: string | undefined;
  readonly resourceVersionMatch?: "NotOlderThan" | undefined;
  readonly labelSelector?: string | undefined;
  /** Field selector terms, such as `involvedObject.name`. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
}

export interface WatchOptions extends Omit<ListOptions, "limit" | "continue" | "resourceVersionMatch"> {
  readonly timeoutSeconds?: number | undefined;
  readonly allowWatchBookmarks?: boolean | undefined;
  /** Starts a watch with the existing objects (watch-list); implies resourceVersionMatch=NotOlderThan. */
  readonly sendInitialEvents?: boolean | undefined;
}

/** One page of a list, whose items are not validated, for readers that skip and count malformed objects. */
export interface ListPage {
  readonly kind: string;
  readonly apiVersion: string;
  readonly resourceVersion: string | undefined;
  readonly continue: string | undefined;
  /** Number of items after this page; undefined when the garden does not report it. */
  readonly remaining?: number | undefined;
  readonly items: readonly unknown[];
}

interface WriteOptions extends CallOptions {
  /** Server-side dry run: nothing is stored. */
  readonly dryRun?: boolean | undefined;
  /** Marks a POST that stores nothing: a review. It can be retried. */
  readonly isReview?: boolean | undefined;
}

interface DeleteOptions extends WriteOptions {
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/** A JSON merge patch with a resourceVersion, so that concurrent changes are not overwritten. */
export type MergePatch = Readonly<Record<string, unknown>> & {
  readonly metadata: Readonly<Record<string, unknown>> & { readonly resourceVersion: string };
};

const mebibyte = 1024 * 1024;
const limits = { object: 8 * mebibyte, page: 64 * mebibyte } as const;
const deadlines = {
  read: { headersMs: 10_000, overallMs: 30_000 },
  list: { headersMs: 10_000, overallMs: 60_000 },
  /** Short, because a user is waiting, and would otherwise wonder whether to try again. */
  write: { headersMs: 9_000, overallMs: 9_000 },
} as const satisfies Record<string, Deadline>;

const fieldManager = "almanac";

export type GardenClient = ReturnType<typeof createGardenClient>;

/** A typed client for one garden with one credential. Every error is a GardenError. */
export function createGardenClient(sender: RequestSender, credential: CredentialSource) {
  function read(
    target: Parameters<RequestSender["call"]>[0]["target"],
    options: CallOptions = {},
    more: { readonly accept?: string; readonly limitBytes?: number } = {},
  ): Promise<GardenTextResponse> {
    const usual = { method: "GET", query: {}, deadline: deadlines.read, limitBytes: limits.object } as const;
    return sender.call({ ...usual, target, credential, ...readOptions(options), ...more });
  }

  async function readPage(
    target: CollectionTarget,
    options: ListOptions = {},
    more: { readonly accept?: string } = {},
  ): Promise<[ListPage, GardenTextResponse]> {
    const usual = { method: "GET", deadline: deadlines.list, limitBytes: limits.page } as const;
    const query = listQuery(options);
    const answer = await sender.call({ ...usual, target, query, credential, ...readOptions(options), ...more });
    const what = more.accept === undefined ? listOf(target) : metadataList;
    return [toListPage(parseJson(answer.text, answer.status), what), answer];
  }

  async function write(
    method: "POST" | "PUT" | "PATCH" | "DELETE",
    call: { target: CollectionTarget | ObjectTarget; body: object; options: WriteOptions; contentType?: string },
  ): Promise<GardenResponse<unknown>> {
    const { options, body, ...more } = call;
    const request = sender.call({
      ...more,
      method,
      query: {
        // For a DELETE with a body, the API server ignores the query parameters.
        ...(method === "DELETE" ? {} : { fieldManager, ...(options.dryRun ? { dryRun: "All" } : {}) }),
      },
      body: JSON.stringify(body),
      credential,
      deadline: deadlines.write,
      limitBytes: limits.object,
      ...readOptions(options),
      // A write that got no response may nevertheless have been executed, so it is not retried.
      repeats: options.isReview ?? false,
    });
    return bodyOf(await (options.isReview ? request : request.catch(throwRefusal)));
  }

  return {
    async get<Item extends KubeObject>(target: ObjectTarget, options?: CallOptions): Promise<GardenResponse<Item>> {
      return typed<Item>(bodyOf(await read(target, options)));
    },

    /** Reads only an object's metadata, such as that of a Secret whose values must not be requested. */
    async getMetadata(target: ObjectTarget, options?: CallOptions): Promise<GardenResponse<KubeObject>> {
      const more = { accept: metadataAs("PartialObjectMetadata") };
      const { body, warnings } = typed<KubeObject>(bodyOf(await read(target, options, more)));
      return { body: { metadata: body.metadata }, warnings };
    },

    /** Lists one page; pass `body.metadata.continue` to get the next one. */
    async list<Item extends KubeObject>(
      target: CollectionTarget,
      options?: ListOptions,
    ): Promise<GardenResponse<KubeList<Item>>> {
      const [page, { warnings }] = await readPage(target, options);
      const { kind, apiVersion, resourceVersion, continue: next, remaining } = page;
      const items = page.items.filter(isKubeObject<Item>);
      if (items.length < page.items.length)
        throw invalidResponseError("The garden's list holds something that is no object");
      const metadata = { resourceVersion, continue: next, remainingItemCount: remaining };
      return { body: { kind, apiVersion, metadata, items }, warnings };
    },

    async listPage(target: CollectionTarget, options?: ListOptions): Promise<ListPage> {
      const [page] = await readPage(target, options);
      return page;
    },

    /** Like `listPage`, with metadata only. */
    async listMetadata(target: CollectionTarget, options?: ListOptions): Promise<ListPage> {
      const [page] = await readPage(target, options, { accept: metadataAs("PartialObjectMetadataList") });
      return page;
    },

    /** Opens a watch and returns its bytes, a JSON document per line. Only the signal or the API server ends it. */
    watch(target: CollectionTarget, options: WatchOptions): Promise<AsyncIterable<Uint8Array>> {
      return sender.open({ target, query: watchQuery(options), credential, ...readOptions(options) });
    },

    /** Reads the API groups with their versions, and where the API server can, with the resources of each. */
    async discovery(options?: CallOptions): Promise<unknown> {
      const accept = ["v2", "v2beta1"].map((version) => groupsAs(version)).join(",");
      const more = { accept: `${accept},application/json`, limitBytes: limits.object };
      return bodyOf(await read({ segments: ["apis"] }, options, more)).body;
    },

    /** Opens the API server's own metrics, in the text format of Prometheus. */
    metrics(options: CallOptions): Promise<AsyncIterable<Uint8Array>> {
      const target = { segments: ["metrics"] };
      return sender.open({ target, query: {}, credential, accept: "text/plain", ...readOptions(options) });
    },

    async patch<Item extends KubeObject>(
      target: ObjectTarget,
      patch: MergePatch,
      options: WriteOptions = {},
    ): Promise<GardenResponse<Item>> {
      const contentType = "application/merge-patch+json";
      return typed<Item>(await write("PATCH", { target, body: patch, contentType, options }));
    },

    /** Replaces an object through a subresource. `object` has the resourceVersion that the stored object must have. */
    async replace<Item extends KubeObject>(
      target: ObjectTarget,
      object: Item,
      options: WriteOptions = {},
    ): Promise<GardenResponse<Item>> {
      return typed<Item>(await write("PUT", { target, body: object, options }));
    },

    /** Creates an object, or posts to a subresource or review; `Body` is the response type that the caller expects. */
    async create<Body>(
      target: CollectionTarget | ObjectTarget,
      body: object,
      options: WriteOptions = {},
    ): Promise<GardenResponse<Body>> {
      const answer = await write("POST", { target, body, options });
      if (!isCreated<Body>(answer.body))
        throw invalidResponseError("The garden answered with something that is no object");
      return { body: answer.body, warnings: answer.warnings };
    },

    async delete(
      target: ObjectTarget,
      options: DeleteOptions = {},
    ): Promise<GardenResponse<Readonly<Record<string, unknown>>>> {
      const { uid, resourceVersion } = options;
      const body = {
        kind: "DeleteOptions",
        apiVersion: "v1",
        propagationPolicy: "Background",
        ...(options.dryRun ? { dryRun: ["All"] } : {}),
        preconditions: { uid, resourceVersion },
      };
      const answer = await write("DELETE", { target, body, options });
      return { body: isRecord(answer.body) ? answer.body : {}, warnings: answer.warnings };
    },

    /**
     * Reads JSON from a fixed path, such as ["version"] or ["openapi", "v3"]. The content type is ignored: the API
     * server sends its OpenAPI index as text/plain.
     */
    async raw(segments: readonly string[], options?: CallOptions): Promise<GardenResponse<unknown>> {
      return bodyOf(await read({ segments }, options, { limitBytes: limits.page }));
    },
  };
}

function metadataAs(kind: "PartialObjectMetadata" | "PartialObjectMetadataList"): string {
  return `application/json;as=${kind};g=meta.k8s.io;v=v1`;
}

function groupsAs(version: string): string {
  return `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;
}

function bodyOf({ text, status, warnings }: GardenTextResponse): GardenResponse<unknown> {
  return { body: parseJson(text, status), warnings };
}

function throwRefusal(fault: unknown): never {
  throw toInvalidError(fault);
}

function readOptions({ signal, once = false, limitBytes }: CallOptions) {
  return { signal, repeats: !once, ...(limitBytes !== undefined && { limitBytes }) };
}

function listQuery(options: ListOptions): Record<string, string | undefined> {
  return {
    limit: options.limit?.toString(),
    continue: options.continue,
    resourceVersion: options.resourceVersion,
    resourceVersionMatch: options.resourceVersionMatch,
    labelSelector: options.labelSelector,
    fieldSelector: options.fields && formatFieldSelector(options.fields),
  };
}

function watchQuery(options: WatchOptions): Record<string, string | undefined> {
  const initial = options.sendInitialEvents ? { sendInitialEvents: "true", resourceVersionMatch: "NotOlderThan" } : {};
  return {
    watch: "true",
    resourceVersion: options.resourceVersion,
    timeoutSeconds: options.timeoutSeconds?.toString(),
    allowWatchBookmarks: options.allowWatchBookmarks ? "true" : undefined,
    labelSelector: options.labelSelector,
    fieldSelector: options.fields && formatFieldSelector(options.fields),
    ...initial,
  };
}

interface ListKind {
  readonly kind: string;
  readonly apiVersion: string;
}

function listOf({ resource: { kind, group, version } }: CollectionTarget): ListKind {
  return { kind: `${kind}List`, apiVersion: group === "" ? version : `${group}/${version}` };
}

const metadataList: ListKind = { kind: "PartialObjectMetadataList", apiVersion: "meta.k8s.io/v1" };

function toListPage(body: unknown, { kind, apiVersion }: ListKind): ListPage {
  if (!isRecord(body) || body.kind !== kind || body.apiVersion !== apiVersion) {
    throw invalidResponseError(`The garden did not answer with a ${kind} of ${apiVersion}`);
  }
  const { metadata, items } = body;
  if (!isRecord(metadata) || !(Array.isArray(items) || items === null || items === undefined)) {
    throw invalidResponseError(`The garden's ${kind} has no metadata or no items`);
  }
  return {
    kind: body.kind,
    apiVersion,
    resourceVersion: textOrNothing(metadata.resourceVersion),
    continue: textOrNothing(metadata.continue),
    remaining: typeof metadata.remainingItemCount === "number" ? metadata.remainingItemCount : undefined,
    items: items ?? [],
  };
}

function textOrNothing(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function typed<Item extends KubeObject>(answer: GardenResponse<unknown>): GardenResponse<Item> {
  const { body, warnings } = answer;
  if (!isKubeObject<Item>(body)) throw invalidResponseError("The garden answered with something that is no object");
  return { body, warnings };
}

/** Whether a created object has all required fields; reviews and subresources have no name to check. */
function isCreated<Body>(value: unknown): value is Body {
  return isRecord(value) && typeof value.kind === "string";
}
