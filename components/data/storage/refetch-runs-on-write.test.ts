import { QueryClient, QueryObserver, skipToken } from "@tanstack/react-query";
import { expect, onTestFinished, test, vi } from "vitest";
import { eventuallyTimeoutMs } from "#lib/testing/eventually.ts";
import { storageKeyInGarden } from "../address/garden-here.ts";
import { refetchRunsOnWrite } from "./refetch-runs-on-write.ts";

const queryKey = ["runs", "ada", "1"];

/** Posts a message to every tab; resolves when the receiver that was opened last has got it. */
async function postAndHear(channel: BroadcastChannel, id: string): Promise<void> {
  const receiver = new BroadcastChannel(channel.name);
  const received = new Promise((resolve) => {
    receiver.onmessage = resolve;
  });
  channel.postMessage(id);
  await received;
  receiver.close();
}

/** A query whose requests end when the test says so. */
function shown() {
  const client = new QueryClient();
  const reads: PromiseWithResolvers<string>[] = [];
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () => {
      const read = Promise.withResolvers<string>();
      reads.push(read);
      return read.promise;
    },
  });
  const channel = new BroadcastChannel(storageKeyInGarden("almanac-bulk-runs"));
  const stops = [
    observer.subscribe(() => undefined),
    refetchRunsOnWrite(client, { queryKey, concerns: (id) => id === "1" }),
    () => channel.close(),
  ];
  onTestFinished(() => {
    for (const stop of stops) stop();
  });
  return {
    data: () => client.getQueryData(queryKey),
    write: (id = "1") => postAndHear(channel, id),
    end: (read: number, value: string) => reads[read]?.resolve(value),
    begun: (count: number) => vi.waitUntil(() => reads.length === count, { timeout: eventuallyTimeoutMs, interval: 1 }),
    reads,
  };
}

test("writes during a read neither cancel it nor are missed: one more read follows", async () => {
  const { data, write, end, begun, reads } = shown();
  await begun(1);
  end(0, "first");
  await vi.waitUntil(() => data() === "first", eventuallyTimeoutMs);
  await write();
  await begun(2);
  for (let more = 0; more < 20; more++) await write();
  end(1, "second");
  await vi.waitUntil(() => data() === "second", eventuallyTimeoutMs);
  await begun(3);
  end(2, "third");
  await vi.waitUntil(() => data() === "third", eventuallyTimeoutMs);
  expect(reads.length).toBe(3);
});

test("a write during the first read is followed by another read, and what others write is not", async () => {
  const { data, write, end, begun, reads } = shown();
  await begun(1);
  await write("another");
  await write();
  end(0, "before the write");
  await begun(2);
  end(1, "after it");
  await vi.waitUntil(() => data() === "after it", eventuallyTimeoutMs);
  expect(reads.length).toBe(2);
});

test("nothing is read before it is known whose runs they are", async () => {
  const client = new QueryClient();
  const observer = new QueryObserver(client, { queryKey: ["runs", undefined], queryFn: skipToken });
  const channel = new BroadcastChannel(storageKeyInGarden("almanac-bulk-runs"));
  const stops = [
    observer.subscribe(() => undefined),
    refetchRunsOnWrite(client, { queryKey: ["runs", undefined] }),
    () => channel.close(),
  ];
  onTestFinished(() => {
    for (const stop of stops) stop();
  });
  await postAndHear(channel, "1");
  expect(observer.getCurrentResult().error).toBeNull();
});
