import "server-only";
import { randomBytes } from "node:crypto";
import {
  type DeliveryTime,
  type DestinationChangeRequest,
  type DestinationChangeResponse,
  destinationChangeResponseSchema,
  destinationLimits,
} from "#lib/contract/destinations.ts";
import { currentLanguage } from "#lib/language/language-bundle.ts";
import { text } from "#lib/language/text.ts";
import { clearDestinationStatus } from "#lib/notices/deliveries.ts";
import { describeDeliveryFailure } from "#lib/notices/delivery-failure-descriptions.ts";
import type { RuleDocument } from "#lib/notices/rule-document.ts";
import {
  addDestination,
  type DestinationError,
  findUnchangedDestination,
  removeDestination,
  replaceDestination,
  type StoredDestination,
  type StoredWebhook,
  storedDestinationsOf,
} from "#lib/notices/stored-destinations.ts";
import { isTimeZone } from "#lib/policy/hibernation/zone-offsets.ts";
import type { Result } from "#lib/result.ts";
import type { UserIdentity } from "#server/access/access-reviews.ts";
import type { RouteCall } from "#server/boundary/create-handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { Session } from "#server/identity/session.ts";
import { type NoticeContext, requireRuleStorage } from "#server/notices/notice-context.ts";
import { ruleDocumentStore, updateNoticeDocument } from "#server/notices/notice-document-stores.ts";
import { findDocument, unknownFormatProblem, updateDocument } from "#server/storage/document-store.ts";
import { describeStorageError, type PersonalDataStorage } from "#server/storage/own-keeping.ts";
import type { DeliveryChannels } from "./delivery-channels.ts";
import { createWebhookSecret, decryptWebhookAddress, encryptWebhookAddress } from "./sealed-address.ts";

export interface DestinationContext extends NoticeContext {
  readonly deliveries: DeliveryChannels;
}

type DestinationCall = RouteCall<DestinationContext, Session, DestinationChangeRequest>;

/** Adds, changes, deletes or tests a caller's webhook or mail address. The audit line has only the change's kind. */
export async function changeDestinations({ app, session, body, note, signal }: DestinationCall): Promise<Response> {
  note({ change: body.kind });
  const keeping = requireRuleStorage(app);
  const owner = await app.reviews.identityOf(session.token);
  try {
    const changed = await new Desk(app, { keeping, owner, session, signal }).change(body);
    return createVisibleJsonResponse(destinationChangeResponseSchema.parse(changed));
  } catch (error) {
    throw new ProblemError("not-ready", { detail: describeStorageError(error, keeping) }, { cause: error });
  }
}

interface Place {
  readonly keeping: PersonalDataStorage;
  readonly owner: UserIdentity;
  readonly session: Session;
  readonly signal: AbortSignal;
}

class Desk {
  readonly #app: DestinationContext;
  readonly #place: Place;

  constructor(app: DestinationContext, place: Place) {
    this.#app = app;
    this.#place = place;
  }

  change(body: DestinationChangeRequest): Promise<DestinationChangeResponse> {
    switch (body.kind) {
      case "add-webhook":
        return this.#addWebhook(body);
      case "add-email":
        return this.#addEmail(body);
      case "change":
        return this.#change(body);
      case "delete":
        return this.#delete(body);
      case "test":
        return this.#test(body.id);
    }
  }

  async #addWebhook({ name, shape, url, when }: Extract<DestinationChangeRequest, { readonly kind: "add-webhook" }>) {
    const secret = createWebhookSecret();
    const more = { kind: "webhook", shape, ...(await this.#sealed(url, secret)) } as const;
    const { id } = await this.#put({ ...this.#new(name, when), ...more });
    return { id, ...(shape === "json" && { secret }) };
  }

  async #addEmail({ name, when }: Extract<DestinationChangeRequest, { readonly kind: "add-email" }>) {
    const own = this.#app.deliveries.addressOf(this.#place.session, this.#place.owner);
    if (!("address" in own)) throw new ProblemError("conflict", { detail: own.why });
    const { id } = await this.#put({ ...this.#new(name, when), kind: "email", address: own.address });
    return { id };
  }

  #new(name: string, when: DeliveryTime = { kind: "at-once" }) {
    refuseUnknownZone(when);
    return { id: randomBytes(6).toString("hex"), name, when, language: currentLanguage(), at: this.#now };
  }

  async #put(destination: StoredDestination): Promise<StoredDestination> {
    await this.#write((book) => valueOrThrow(addDestination(book, destination)));
    return destination;
  }

  async #change(
    body: Extract<DestinationChangeRequest, { readonly kind: "change" }>,
  ): Promise<DestinationChangeResponse> {
    if (body.when !== undefined) refuseUnknownZone(body.when);
    const held = valueOrThrow(findUnchangedDestination(await this.#read(), body));
    const { name = held.name, when = held.when } = body;
    const shared = { name, when, at: this.#now };
    const { changed, secret } =
      held.kind === "email"
        ? { changed: { ...held, ...shared }, secret: undefined }
        : await this.#changedWebhook({ ...held, ...shared }, body);
    await this.#write((book) => {
      valueOrThrow(findUnchangedDestination(book, body));
      return replaceDestination(book, changed);
    });
    await this.#forget(held.id);
    return { id: held.id, ...(secret !== undefined && { secret }) };
  }

  /** The changed webhook, and its signing secret if that is new, so that the user sees it once. */
  async #changedWebhook(held: StoredWebhook, body: Extract<DestinationChangeRequest, { readonly kind: "change" }>) {
    const before = await decryptWebhookAddress(held.sealed, this.#place.owner.name, this.#app.deliveries.keys);
    const url = body.url ?? before?.url;
    if (url === undefined) {
      const detail = text("The key that sealed the address is gone. Enter the address again.");
      throw new ProblemError("conflict", { detail });
    }
    const isNew = body.newSecret === true || before === undefined;
    const secret = isNew ? createWebhookSecret() : before.secret;
    const { shape = held.shape } = body;
    const changed = { ...held, shape, ...(await this.#sealed(url, secret)) };
    const isDescribed = shape === "json" && (isNew || held.shape !== "json");
    return { changed, secret: isDescribed ? secret : undefined };
  }

  async #delete({
    id,
    seen,
  }: Extract<DestinationChangeRequest, { readonly kind: "delete" }>): Promise<DestinationChangeResponse> {
    await this.#write((book) => {
      valueOrThrow(findUnchangedDestination(book, { id, seen }));
      return removeDestination(book, id);
    });
    await this.#forget(id);
    return { id };
  }

  async #test(id: string): Promise<DestinationChangeResponse> {
    const destination = storedDestinationsOf(await this.#read()).find((each) => each.id === id);
    if (destination === undefined) throw problemOf("unknown-destination");
    const letter = { id: `test-${randomBytes(6).toString("hex")}`, notices: [], url: this.#app.gardenUrl };
    const owner = this.#place.owner.name;
    const outcome = await this.#app.deliveries.send({ letter, destination, owner });
    const delivered = outcome.kind === "delivered";
    return {
      id,
      test: { delivered, words: "why" in outcome ? describeDeliveryFailure(outcome.why) : text("It was accepted.") },
    };
  }

  /** Checks a webhook's URL, and encrypts it with its signing secret. */
  async #sealed(url: string, secret: string) {
    const { deliveries } = this.#app;
    const fault = deliveries.noWebhooks ?? deliveries.faultOf(url);
    if (fault !== undefined) throw new ProblemError("invalid-request", { detail: fault });
    const sealed = await encryptWebhookAddress({ owner: this.#place.owner.name, url, secret }, deliveries.keys);
    return { host: new URL(url).host, sealed };
  }

  async #read(): Promise<RuleDocument> {
    const place = this.#rules;
    const book = await findDocument(place);
    if (book !== undefined) return book;
    throw unknownFormatProblem(place.target.name);
  }

  /** Changes the caller's stored rules, and also records the caller's current groups. */
  async #write(change: (book: RuleDocument) => RuleDocument): Promise<void> {
    const { owner } = this.#place;
    await updateDocument(this.#rules, (book) => ({ book: change({ ...book, owner }), value: undefined }));
  }

  get #rules() {
    const { keeping, owner, signal } = this.#place;
    return ruleDocumentStore(keeping, owner, signal);
  }

  async #forget(id: string): Promise<void> {
    const { keeping, owner } = this.#place;
    await updateNoticeDocument(keeping, owner.name, (book) => clearDestinationStatus(book, id));
  }

  get #now(): string {
    return new Date(this.#app.now()).toISOString();
  }
}

function refuseUnknownZone(when: DeliveryTime): void {
  if (when.kind === "at-once" || isTimeZone(when.zone)) return;
  const detail = text("There is no time zone {zone}.", { zone: when.zone.slice(0, 64) });
  throw new ProblemError("invalid-request", { detail });
}

function valueOrThrow<Value>(result: Result<Value, DestinationError>): Value {
  if (result.ok) return result.value;
  throw problemOf(result.error);
}

function problemOf(fault: DestinationError): ProblemError {
  return new ProblemError("conflict", { detail: descriptionOf(fault) });
}

function descriptionOf(fault: DestinationError): string {
  switch (fault) {
    case "too-many":
      return text("You have {destinations} destinations already; delete one first.", {
        destinations: destinationLimits.destinations,
      });
    case "same-address":
      return text("Your address is among your destinations already.");
    case "unknown-destination":
      return text("This destination is not there any more.");
    case "changed-meanwhile":
      return text("You have changed this destination elsewhere since you saw it.");
  }
}
