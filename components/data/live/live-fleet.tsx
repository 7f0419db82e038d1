"use client";

import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { setServerPossiblyAway } from "#components/ui/address/pending-page.ts";
import { startCriticalWork } from "#components/ui/state/critical-work.ts";
import type { SessionInfo } from "#lib/contract/session.ts";
import type { StreamFrame } from "#lib/contract/stream.ts";
import { applyStreamFrame, isDataFrame, replaceFleetSnapshot } from "#lib/fleet/fleet-data.ts";
import { pathInGarden, storageKeyInGarden } from "../address/garden-here.ts";
import { OutdatedPageError } from "../calls/api-problem.ts";
import { refetchActiveQueries } from "../calls/refetch-active-queries.ts";
import { fleetQuery, forecastQueryKeyPrefix } from "../queries/fleet-queries.ts";
import { readFleet } from "../queries/read-fleet.ts";
import { sessionQuery } from "../queries/session-queries.ts";
import { type ConnectionState, followFleetStream, type OpenEventStream, type StreamHandlers } from "./fleet-stream.ts";
import { isOtherBuild } from "./page-build.ts";
import { openSharedStream } from "./shared-stream.ts";

interface LiveFleet {
  readonly connection: ConnectionState;
  readonly pausedAt: number | undefined;
  readonly setPaused: (paused: boolean) => void;
  /** Whether the server was updated to an incompatible version, so that this page must be reloaded. */
  readonly outdated: boolean;
  /** Whether the server runs another build than this page, which still works. */
  readonly updated: boolean;
  /** Time at which the session ends; undefined until the end is near. */
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

/** Number of failed connections in a row before the session is read again: a stream cannot report that it has ended. */
const failuresBeforeAsking = 2;

/** Provider that keeps the fleet in the query cache up to date, with one event stream for the tab. */
export function LiveFleetProvider({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  const { data: loaded = false, error } = useQuery({ ...fleetQuery, select: () => true });
  const [connection, setConnection] = useState<ConnectionState>(connecting);
  const [pausedAt, setPausedAt] = useState<number>();
  const [outdated, setOutdated] = useState(false);
  const [updated, setUpdated] = useState(false);
  const [reauthAt, setReauthAt] = useState<string>();
  // The handler is memoised, so that changes during a pause of the stream are noticed when it resumes.
  const askAnew = useMemo(() => askAnewWhenProfilesChange(client), [client]);
  // The server closes a stream when the token it was opened with expires, so a renewed session opens a new stream.
  const streamName = useQuery({ ...sessionQuery, select: nameOfStream }).data;
  const following = loaded && pausedAt === undefined && !outdated;

  // A layout effect runs before the effects of all components that wait for the fleet.
  const comesFirst = !loaded && error === null;
  useLayoutEffect(() => (comesFirst ? startCriticalWork() : undefined), [comesFirst]);

  useEffect(() => {
    if (!following || streamName === undefined) return;
    const cursor = client.getQueryData(fleetQuery.queryKey)?.cursor ?? "";
    return followFleetStream(
      cursor,
      {
        frame: (frame) => {
          askAnew(frame);
          // During a rolling update the next stream may be served by a replica of the old build.
          if (frame.type === "hello") setUpdated(isOtherBuild(frame.build));
          if (frame.type === "reauth") setReauthAt(frame.expiresAt);
          else if (isDataFrame(frame))
            client.setQueryData(fleetQuery.queryKey, (fleet) => applyStreamFrame(fleet, frame));
        },
        connection: (state) => {
          // While the stream is opened again for a renewed session, the data still count as live.
          setConnection((before) => (state.state === "connecting" && before.state === "open" ? before : state));
          if (state.state === "waiting" && state.attempts % 4 === failuresBeforeAsking)
            void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
        },
        refetch: async (stop) => {
          const read = await readFleet(stop).catch((fault: unknown) => {
            if (fault instanceof OutdatedPageError) setOutdated(true);
            throw fault;
          });
          if (!stop.aborted) client.setQueryData(fleetQuery.queryKey, (fleet) => replaceFleetSnapshot(fleet, read));
          return read.cursor;
        },
        outdated: () => setOutdated(true),
      },
      { open: opensFor(streamName), now: Date.now, random: Math.random, later },
    );
  }, [client, following, askAnew, streamName]);

  const isInterrupted = connection.state === "waiting";
  useEffect(() => {
    setServerPossiblyAway(isInterrupted);
    return () => setServerPossiblyAway(false);
  }, [isInterrupted]);

  const live = useMemo<LiveFleet>(
    () => ({
      connection,
      pausedAt,
      setPaused: (paused) => setPausedAt(paused ? Date.now() : undefined),
      outdated: outdated || error instanceof OutdatedPageError,
      updated,
      reauthAt,
    }),
    [connection, pausedAt, outdated, updated, error, reauthAt],
  );
  return <LiveFleetContext value={live}>{children}</LiveFleetContext>;
}

/** Handler of stream events that refetches forecasts after CloudProfile changes, even if the stream was closed then. */
function askAnewWhenProfilesChange(client: QueryClient): (frame: StreamFrame) => void {
  let seen: string | undefined;
  return (frame) => {
    const revision = frame.type === "hello" ? frame.profiles : frame.type === "profiles" ? frame.revision : seen;
    if (revision === undefined || revision === seen) return;
    if (seen !== undefined) void refetchActiveQueries(client, forecastQueryKeyPrefix);
    seen = revision;
  };
}

/** Name of the stream; tabs with the same name have the same user and token and therefore see the same data. */
function nameOfStream({ user, expiresAt }: SessionInfo): string {
  return storageKeyInGarden(`almanac-stream ${user.name} ${expiresAt}`);
}

/** Returns how streams are opened: shared by all tabs if the browser supports Web Locks, otherwise one per tab. */
function opensFor(name: string): OpenEventStream {
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
  const source = new EventSource(pathInGarden(`/api/stream?cursor=${encodeURIComponent(cursor)}`));
  source.onopen = opened;
  source.onerror = failed;
  source.onmessage = ({ data, lastEventId }) => message(data, lastEventId);
  return () => source.close();
}
