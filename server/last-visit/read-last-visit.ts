import "server-only";
import { ConcurrencyLimit } from "#lib/concurrency-limit.ts";
import {
  type LastVisitReport,
  type LastVisitRequest,
  lastVisitLimits,
  lastVisitReportSchema,
} from "#lib/contract/last-visit.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import { classifyPageView } from "#lib/last-visit/visit.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import type { RouteCall } from "#server/boundary/create-handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { Session } from "#server/identity/session.ts";
import { currentProcessorTimeBudget } from "#server/processor-time/processor-time-budget.ts";
import { type DocumentStore, findDocument, updateDocument } from "#server/storage/document-store.ts";
import { describeStorageError } from "#server/storage/own-keeping.ts";
import { compareFleet } from "./compare-fleet.ts";
import type { LastVisitContext } from "./last-visit-context.ts";
import {
  packVisitSnapshot,
  type StoredVisit,
  unpackVisitSnapshot,
  visitDocumentStore,
} from "./visit-document-store.ts";

/** Limits concurrent comparisons, since each iterates over all clusters that the user sees. */
const turns = new ConcurrencyLimit(2);

const unavailable = (detail: string): LastVisitReport => ({ state: "unavailable", detail });

/** Answers with the changes since the caller's last visit. This request stores nothing. */
export async function readLastVisit({
  app,
  session,
  request,
  signal,
}: RouteCall<LastVisitContext, Session, undefined>) {
  const line = new URL(request.url).searchParams.get("line") ?? undefined;
  if (line !== undefined && line.length > lastVisitLimits.key) {
    throw new ProblemError("invalid-request", { detail: text("There is no change of such a name.") });
  }
  return answer(await inTurn(app, session, signal, (looking) => compare(looking, looking.kept, line)));
}

/** Records that the caller opened the change list or has read the listed ones, and answers like `readLastVisit`. */
export async function recordLastVisit({
  app,
  session,
  body,
  note,
  signal,
}: RouteCall<LastVisitContext, Session, LastVisitRequest>) {
  note({ change: body.kind });
  return answer(
    await inTurn(app, session, signal, (looking) => (body.kind === "look" ? look(looking) : seen(looking, body.mark))),
  );
}

function answer(since: LastVisitReport): Response {
  return createVisibleJsonResponse(lastVisitReportSchema.parse(since));
}

interface Looking {
  readonly app: LastVisitContext;
  readonly place: DocumentStore<StoredVisit | null>;
  readonly scope: UserScope;
  /** The stored visit; null before the first one. */
  readonly kept: StoredVisit | null;
}

async function inTurn(
  app: LastVisitContext,
  { token }: Session,
  signal: AbortSignal,
  run: (looking: Looking) => Promise<LastVisitReport>,
): Promise<LastVisitReport> {
  const { ownKeeping: keeping, fleet } = app;
  if (keeping === undefined) {
    return unavailable(text("Almanac has no credential of its own in this garden to remember what you saw."));
  }
  if (app.readOnly) return unavailable(text("This Almanac is in read-only mode: it does not remember what you saw."));
  if (!fleet.isSettled() || fleet.freshness().state !== "live" || !fleet.knowsWhatIsGone()) {
    return unavailable(text("What the garden holds is not known completely at the moment."));
  }
  const [{ name: owner }, scope] = await Promise.all([app.reviews.identityOf(token), app.scopes.scopeOf(token)]);
  const place = visitDocumentStore(keeping, owner, signal);
  // Waits for the user's own processor time budget first, so that the user does not block others while waiting.
  await currentProcessorTimeBudget()?.requireLeft();
  try {
    return await turns.run(async () => {
      app.heap.requireRoom("since");
      const kept = await findDocument(place);
      return kept === undefined ? unknownForm(place) : run({ app, place, scope, kept });
    }, signal);
  } catch (error) {
    return unavailable(describeStorageError(error, keeping));
  }
}

function unknownForm({ target: { name } }: Looking["place"]): LastVisitReport {
  return unavailable(
    text("The ConfigMap {name} has a form that this Almanac does not know. It stays as it is.", { name }),
  );
}

async function compare(
  { app, scope, place }: Looking,
  kept: StoredVisit | null,
  line?: string,
): Promise<LastVisitReport> {
  if (kept === null) return { state: "first", at: formatInstant(app.now()) };
  if (kept.since === undefined) return { state: "first", at: formatInstant(kept.lookedAt) };
  const before = await unpackVisitSnapshot(kept.since);
  if (before === undefined) return unknownForm(place);
  return compareFleet(app, { seen: before, scope, line });
}

async function look(looking: Looking): Promise<LastVisitReport> {
  const { app, scope, kept } = looking;
  if (classifyPageView(kept ?? undefined, app.now()) === "again") return compare(looking, kept);
  const now = app.now();
  const looked = await packVisitSnapshot(app.fleet.store.rows(scope), now);
  const after = await remember(looking, (held) => {
    const kind = classifyPageView(held ?? undefined, now);
    // Another tab or device of the user has recorded the visit.
    if (kind === "again") return held;
    const isNew = kind === "new" && held !== null;
    const { lookedAt, looked: lastSeen, sinceAt, since } = held ?? { lookedAt: now, looked };
    return isNew
      ? { sinceAt: lookedAt, since: lastSeen, lookedAt: now, looked }
      : { ...(sinceAt !== undefined && { sinceAt }), ...(since !== undefined && { since }), lookedAt: now, looked };
  });
  return compare(looking, after);
}

/** Stores the current clusters as the last seen ones, if the caller has read all changes up to now. */
async function seen(looking: Looking, mark: string): Promise<LastVisitReport> {
  const { app, scope, kept } = looking;
  const before = await compare(looking, kept);
  if (before.state !== "compared") return before;
  if (before.mark !== mark) return { ...before, changed: true };
  const now = app.now();
  const packed = await packVisitSnapshot(app.fleet.store.rows(scope), now);
  const after = await remember(looking, () => ({ sinceAt: now, since: packed, lookedAt: now, looked: packed }));
  return compare(looking, after);
}

/** Stores a visit, unless another request changed it meanwhile; then `next` is applied to the new state. */
function remember({ place }: Looking, next: (held: StoredVisit | null) => StoredVisit | null) {
  return updateDocument(place, (held) => {
    const after = next(held);
    return { book: after, value: after };
  });
}
