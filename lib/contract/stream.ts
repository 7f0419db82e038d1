import * as z from "zod/mini";
import { fleetFreshnessSchema, fleetRowSchema, rowUpdateSchema, visibleScopeSchema } from "./fleet.ts";

/** Stream format version, increased when a frame's meaning changes; a browser that receives another one reloads. */
export const streamVersion = 4;

/**
 * Frames of GET /api/stream (server-sent events). Each frame is one `message`, with `id: <cursor>` if it carries data,
 * so that Last-Event-ID resumes right after it. Comments (`: beat`) every 15 s keep proxies from closing idle streams.
 */
export const streamFrameSchema = z.discriminatedUnion("type", [
  /** First frame of every stream. */
  z.object({
    type: z.literal("hello"),
    version: z.int(),
    serverTime: z.string(),
    /** Revision of the profiles, as in the frame `profiles`; servers of other versions do not send it. */
    profiles: z.optional(z.string()),
    /** Build of the server; absent for builds made manually. */
    build: z.optional(z.string()),
  }),
  /**
   * The server does not know the cursor (any more), and the stream ends: read GET /api/fleet after the given delay,
   * which differs between browsers, and continue from its cursor. A server that is still reading the garden reports
   * only its freshness, and sends this frame once it has read everything.
   */
  z.object({ type: z.literal("resync"), afterMs: z.int() }),
  /**
   * Changes of rows since the previous frame: rows that are new to the client or come from another replica, changed
   * fields of known rows, and uids of rows that no longer exist.
   */
  z.object({
    type: z.literal("change"),
    cursor: z.string(),
    upserts: z.array(fleetRowSchema),
    updates: z.array(rowUpdateSchema),
    removes: z.array(z.string()),
  }),
  z.object({ type: z.literal("freshness"), freshness: fleetFreshnessSchema }),
  /**
   * A profile has changed, and the rows already sent include the effects. Other responses about the forecast may have
   * changed too: queries under the key "foresee" are refetched.
   */
  z.object({ type: z.literal("profiles"), revision: z.string() }),
  z.object({ type: z.literal("scope"), scope: visibleScopeSchema }),
  /** The session ends soon (or has ended): sign in again at `expiresAt`. */
  z.object({ type: z.literal("reauth"), expiresAt: z.string() }),
  /** The server is shutting down; reconnect after the given delay. All changes up to the frame's id have been sent. */
  z.object({ type: z.literal("bye"), retryMs: z.int() }),
]);
export type StreamFrame = z.infer<typeof streamFrameSchema>;
