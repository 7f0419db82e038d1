"use client";

import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { setServerInDoubt } from "#components/ui/address/pending-page.ts";
import { startCriticalWork } from "#components/ui/state/critical-work.ts";
import type { SessionInfo } from "#lib/contract/session.ts";
import type { StreamFrame } from "#lib/contract/stream.ts";
import { applyFrame, isDataFrame, renewFleet } from "#lib/fleet/fleet-data.ts";
import { inGarden, keyHere } from "../address/garden-here.ts";
import { OutdatedPage } from "../calls/api-problem.ts";
import { readAnew } from "../calls/read-anew.ts";
import { fleetQuery, forecastKey } from "../queries/fleet-queries.ts";
import { readFleet } from "../queries/read-fleet.ts";
import { sessionQuery } from "../queries/session-queries.ts";
import { type ConnectionState, followFleet, type StreamHandlers, type StreamOpener } from "./fleet-stream.ts";
import { isOtherBuild } from "./page-build.ts";
import { openSharedStream } from "./shared-stream.ts";

interface LiveFleet {
  readonly connection: ConnectionState;
  readonly pausedAt: number | undefined;
  readonly setPaused: (paused: boolean) => void;
  /** The server was updated and this page must be reloaded. */
  readonly outdated: boolean;
  /** The server runs another build than this page, which still works. */
  readonly updated: boolean;
  /** Time at which the session ends, once that is near. */
  readonly reauthAt: string | undefined;
}

const connecting: ConnectionState = { state: "connecting" };
const LiveFleetContext = createContext<LiveFleet>({
  connection: connecting,
  pausedAt: undefined,
  setPaused: () => undefined,
  outdated: false,
  updated: false,
  reauthAt: undefined,
});

export function useLiveFleet(): LiveFleet {
  return useContext(LiveFleetContext);
}

/** Number of consecutive failures before the session is read again: an event stream cannot report its end. */
const failuresBeforeAsking = 2;

/** Keeps the fleet in the query cache up to date through one event stream for the whole tab. */
export function LiveFleetProvider({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  const { data: loaded = false, error } = useQuery({ ...fleetQuery, select: () => true });
  const [connection, setConnection] = useState<ConnectionState>(connecting);
  const [pausedAt, setPausedAt] = useState<number>();
  const [outdated, setOutdated] = useState(false);
  const [updated, setUpdated] = useState(false);
  const [reauthAt, setReauthAt] = useState<string>();
  // Survives a pause: changes meanwhile are noticed when the stream resumes.
  const askAnew = useMemo(() => askAnewWhenProfilesChange(client), [client]);
  // A stream ends with the token it was opened with, so a renewed session gets its own stream.
  const streamName = useQuery({ ...sessionQuery, select: nameOfStream }).data;
  const following = loaded && pausedAt === undefined && !outdated;

  // Registered in a layout effect: before the effects of components that wait for the fleet.
  const comesFirst = !loaded && error === null;
  useLayoutEffect(() => (comesFirst ? startCriticalWork() : undefined), [comesFirst]);

  useEffect(() => {
    if (!following || streamName === undefined) return;
    const cursor = client.getQueryData(fleetQuery.queryKey)?.cursor ?? "";
    return followFleet(
      cursor,
      {
        frame: (frame) => {
          askAnew(frame);
          // During a rolling update the next stream may reach an old replica again.
          if (frame.type === "hello") setUpdated(isOtherBuild(frame.build));
          if (frame.type === "reauth") setReauthAt(frame.expiresAt);
          else if (isDataFrame(frame)) client.setQueryData(fleetQuery.queryKey, (fleet) => applyFrame(fleet, frame));
        },
        connection: (state) => {
          // A stream reopened for a renewed session still counts as live.
          setConnection((before) => (state.state === "connecting" && before.state === "open" ? before : state));
          if (state.state === "waiting" && state.attempts % 4 === failuresBeforeAsking)
            void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
        },
        refetch: async (stop) => {
          const read = await readFleet(stop).catch((fault: unknown) => {
            if (fault instanceof OutdatedPage) setOutdated(true);
            throw fault;
          });
          if (!stop.aborted) client.setQueryData(fleetQuery.queryKey, (fleet) => renewFleet(fleet, read));
          return read.cursor;
        },
        outdated: () => setOutdated(true),
      },
      { open: opensFor(streamName), now: Date.now, random: Math.random, later },
    );
  }, [client, following, askAnew, streamName]);

  const isInterrupted = connection.state === "waiting";
  useEffect(() => {
    setServerInDoubt(isInterrupted);
    return () => setServerInDoubt(false);
  }, [isInterrupted]);

  const live = useMemo<LiveFleet>(
    () => ({
      connection,
      pausedAt,
      setPaused: (paused) => setPausedAt(paused ? Date.now() : undefined),
      outdated: outdated || error instanceof OutdatedPage,
      updated,
      reauthAt,
    }),
    [connection, pausedAt, outdated, updated, error, reauthAt],
  );
  return <LiveFleetContext value={live}>{children}</LiveFleetContext>;
}

/** Returns a frame handler that refetches forecasts when a profile changed, also while the stream was away. */
function askAnewWhenProfilesChange(client: QueryClient): (frame: StreamFrame) => void {
  let seen: string | undefined;
  return (frame) => {
    const revision = frame.type === "hello" ? frame.profiles : frame.type === "profiles" ? frame.revision : seen;
    if (revision === undefined || revision === seen) return;
    if (seen !== undefined) void readAnew(client, forecastKey);
    seen = revision;
  };
}

/** Returns the stream's name; tabs with the same name see the same data. */
function nameOfStream({ user, expiresAt }: SessionInfo): string {
  return keyHere(`almanac-stream ${user.name} ${expiresAt}`);
}

/** Returns how to open streams: shared among tabs where Web Locks exist (secure contexts), else one per tab. */
function opensFor(name: string): StreamOpener {
  const { locks } = navigator;
  if (locks === undefined) return openEventSource;
  const openChannel = (channel: string) => new BroadcastChannel(channel);
  return (cursor, handlers) =>
    openSharedStream(cursor, handlers, { name, locks, openChannel, openOwn: openEventSource, later });
}

function later(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

function openEventSource(cursor: string, { opened, failed, message }: StreamHandlers): () => void {
  const source = new EventSource(inGarden(`/api/stream?cursor=${encodeURIComponent(cursor)}`));
  source.onopen = opened;
  source.onerror = failed;
  source.onmessage = ({ data, lastEventId }) => message(data, lastEventId);
  return () => source.close();
}
