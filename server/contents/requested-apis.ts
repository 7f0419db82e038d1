import "server-only";
import type { ContentsPart, RequestedApi } from "#lib/policy/readiness/contents/cluster-contents.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import { type Look, unreadReasonOf } from "./read-part.ts";

/** How much of the metrics is read; an API server of a large cluster sends some 20 MB. */
const maxBytes = 64 * 1024 * 1024;
const maxSeries = 1_000;
/** Longest line that can be a series of this metric. */
const maxLineLength = 2_048;
const metric = "apiserver_requested_deprecated_apis{";

/** The deprecated APIs that were requested since the API server has started, from its metrics. */
export async function readRequestedApis({ client, signal, calls, budget }: Look): Promise<ContentsPart<RequestedApi>> {
  if (!budget.takeRequest("first")) return { state: "unread", why: "too-large" };
  try {
    return await calls.run(async () => requestedApisIn(await client.metrics({ signal, once: true })), signal);
  } catch (error) {
    if (error instanceof GardenError) return { state: "unread", why: unreadReasonOf(error) };
    if (signal.aborted) return { state: "unread", why: "timed-out" };
    throw error;
  }
}

/**
 * Reads metrics in the text format of Prometheus as they come, and keeps only those of requested APIs.
 *
 * @source Kubernetes: k8s.io/apiserver, apiserver_requested_deprecated_apis
 */
export async function requestedApisIn(metrics: AsyncIterable<Uint8Array>): Promise<ContentsPart<RequestedApi>> {
  const items: RequestedApi[] = [];
  let unreadable = 0;
  let isMetrics = false;
  const read = (isComplete: boolean) =>
    isMetrics
      ? ({ state: "read", items, isComplete, unreadable } as const)
      : ({ state: "unread", why: "unreadable" } as const);
  for await (const line of linesOf(metrics)) {
    if (line === tooMuch) return read(false);
    // Metrics always have these comments; another page with status 200 has not.
    isMetrics ||= line.startsWith("# TYPE ");
    if (!line.startsWith(metric)) continue;
    const series = seriesIn(line);
    if (series === "unreadable") unreadable += 1;
    else if (series !== undefined) items.push(series);
    if (items.length + unreadable >= maxSeries) return read(false);
  }
  return read(true);
}

const tooMuch = Symbol("more than is read");

/** The lines of a text; of a line that is too long, only its beginning. */
async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string | typeof tooMuch> {
  const decoder = new TextDecoder();
  let begun = "";
  let sizeBytes = 0;
  for await (const chunk of bytes) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBytes) {
      yield tooMuch;
      return;
    }
    const lines = `${begun}${decoder.decode(chunk, { stream: true })}`.split("\n");
    begun = (lines.pop() ?? "").slice(0, maxLineLength + 1);
    yield* lines;
  }
  yield begun;
}

/** The API of a series; undefined if it was not requested. */
function seriesIn(line: string): RequestedApi | undefined | "unreadable" {
  const [whole, labels = "", value = ""] =
    line.length > maxLineLength ? [] : (/^[a-z_]+\{((?:[^"}]|"(?:[^"\\]|\\.)*")*)\} (\S+)/.exec(line) ?? []);
  if (whole === undefined) return "unreadable";
  if (Number(value) === 0) return undefined;
  const label = new Map(
    // A name begins where none is: without that, a line of letters alone takes quadratic time.
    [...labels.matchAll(/(?<![a-zA-Z_])([a-zA-Z_]+)="((?:[^"\\]|\\.)*)"/g)].map(([, name = "", text = ""]) => [
      name,
      unescaped(text),
    ]),
  );
  const [version, resource] = [label.get("version"), label.get("resource")];
  if (!version || !resource || Number.isNaN(Number(value))) return "unreadable";
  return {
    group: label.get("group") ?? "",
    version,
    resource,
    subresource: label.get("subresource") ?? "",
    removedRelease: label.get("removed_release") || undefined,
  };
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/g, (_, char: string) => (char === "n" ? "\n" : char));
}
