import * as z from "zod/mini";
import { fleetRowSchema, freshnessSchema, rowUpdateSchema, scopeSchema } from "./fleet.ts";

/** Raised whenever a frame's meaning changes; a browser that meets another number reloads the page. */
export const streamVersion = 4;

/**
 * GET /api/stream: server-sent events. Each frame is one `message` with `id: <cursor>` where it carries data, so that
 * Last-Event-ID resumes exactly there. Comments (`: beat`) every 15 s keep proxies from closing a quiet stream.
 */
export const streamFrameSchema = z.discriminatedUnion("type", [
  /** First frame of every stream. */
  z.object({
    type: z.literal("hello"),
    version: z.int(),
    serverTime: z.string(),
    /** As of the frame `profiles`; other versions of the server do not say. */
    profiles: z.optional(z.string()),
    /** The build that answers; one made by hand does not say. */
    build: z.optional(z.string()),
  }),
  /**
   * The cursor says nothing to this server (any more), and the stream ends: read GET /api/fleet after the given time,
   * which differs from browser to browser, and go on from the cursor that it brings. A server that still reads the garden
   * says so first, by the freshness alone, and this once it has read everything.
   */
  z.object({ type: z.literal("resync"), afterMs: z.int() }),
  /**
   * What changed since the previous frame, squashed over one tick: rows that are new to the reader or come from another
   * replica, what differs of those that it has, and the uids of those that are gone.
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
   * A profile has changed, and the rows that were sent say what comes of it. Whatever else was asked about the future
   * may be another one now: queries under the key "foresee" are asked again.
   */
  z.object({ type: z.literal("profiles"), revision: z.string() }),
  z.object({ type: z.literal("scope"), scope: scopeSchema }),
  /** The session ends soon (or has ended): sign in again at `expiresAt`. */
  z.object({ type: z.literal("reauth"), expiresAt: z.string() }),
  /** The server is going away; reconnect after the given time. Everything up to its id was told. */
  z.object({ type: z.literal("bye"), retryMs: z.int() }),
]);
export type StreamFrame = z.infer<typeof streamFrameSchema>;
