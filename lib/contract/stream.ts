import * as z from "zod/mini";
import { fleetRowSchema, freshnessSchema, rowUpdateSchema, scopeSchema } from "./fleet.ts";

/** Raised whenever a frame's meaning changes; a browser that reads another number reloads the page. */
export const streamVersion = 4;

/**
 * GET /api/stream: server-sent events. Each frame is one `message`, with `id: <cursor>` if it carries data, so that
 * Last-Event-ID resumes exactly there. Comments (`: beat`) every 15 s keep proxies from closing an idle stream.
 */
export const streamFrameSchema = z.discriminatedUnion("type", [
  /** First frame of every stream. */
  z.object({
    type: z.literal("hello"),
    version: z.int(),
    serverTime: z.string(),
    /** Revision as in the frame `profiles`; other versions of the server do not send it. */
    profiles: z.optional(z.string()),
    /** Build of the server; absent for builds made by hand. */
    build: z.optional(z.string()),
  }),
  /**
   * The server does not know the cursor (any more), and the stream ends: read GET /api/fleet after the given delay,
   * which differs between browsers, and continue from its cursor. A server that is still reading the garden first
   * reports only its freshness, and sends this frame once it has read everything.
   */
  z.object({ type: z.literal("resync"), afterMs: z.int() }),
  /**
   * Changes since the previous frame, merged over one tick: rows that are new to the client or come from another
   * replica, changed fields of rows that it has, and uids of rows that are gone.
   */
  z.object({
    type: z.literal("change"),
    cursor: z.string(),
    upserts: z.array(fleetRowSchema),
    updates: z.array(rowUpdateSchema),
    removes: z.array(z.string()),
  }),
  z.object({ type: z.literal("freshness"), freshness: freshnessSchema }),
  /**
   * A profile has changed, and the rows already sent include the effects. Other answers about the future may have
   * changed too: queries under the key "foresee" are refetched.
   */
  z.object({ type: z.literal("profiles"), revision: z.string() }),
  z.object({ type: z.literal("scope"), scope: scopeSchema }),
  /** The session ends soon (or has ended): sign in again at `expiresAt`. */
  z.object({ type: z.literal("reauth"), expiresAt: z.string() }),
  /** The server is shutting down; reconnect after the given delay. Everything up to the frame's id was sent. */
  z.object({ type: z.literal("bye"), retryMs: z.int() }),
]);
export type StreamFrame = z.infer<typeof streamFrameSchema>;
