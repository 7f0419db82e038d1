import "server-only";
import { type CreateFeedRequest, type CreateFeedResponse, createFeedResponseSchema } from "#lib/contract/feeds.ts";
import { currentLanguage } from "#lib/language/language-bundle.ts";
import { text } from "#lib/language/text.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { Session } from "#server/identity/session.ts";
import { describeStorageError } from "#server/storage/own-keeping.ts";
import { type FeedContext, requireFeedStorage } from "./feed-context.ts";
import { toDisplayedFeed } from "./feed-record.ts";
import { FeedStore } from "./feed-store.ts";
import { formatFeedToken, hashOfSecret, newFeedToken } from "./feed-token.ts";

const mostFeeds = 20;

/** Creates a calendar feed of a view. Only this response contains its token; just the token's hash is stored. */
export async function createFeed(
  context: FeedContext,
  session: Session,
  body: CreateFeedRequest,
): Promise<CreateFeedResponse> {
  const owner = await context.reviews.identityOf(session.token);
  const keeping = requireFeedStorage(context);
  const store = new FeedStore(keeping);
  const token = newFeedToken();
  const record = {
    id: token.id,
    secretHash: hashOfSecret(token.secret),
    owner,
    ...body,
    language: currentLanguage(),
    createdAt: new Date(context.now()).toISOString(),
    published: {},
  };
  try {
    const held = await store.listOf(owner.name);
    if (held.length >= mostFeeds) {
      throw new ProblemError("conflict", {
        detail: text("You have {held} feeds already; revoke one first.", { held: held.length }),
      });
    }
    await store.add(record);
  } catch (error) {
    throw new ProblemError("not-ready", { detail: describeStorageError(error, keeping) }, { cause: error });
  }
  return createFeedResponseSchema.parse({ feed: toDisplayedFeed(record), token: formatFeedToken(token) });
}
