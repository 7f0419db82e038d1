import "server-only";
import { open } from "node:fs/promises";
import { basename } from "node:path";
import type { Logger } from "pino";
import type {
  LandscapeConfiguration,
  LandscapeConfigurationResponse,
} from "#lib/contract/landscape-configuration/landscape-configuration.ts";
import { stringAt } from "#lib/kube/field.ts";
import { secondMs } from "#lib/kube/time-units.ts";
import { longestDocument } from "#lib/landscape-configuration/document-text.ts";
import {
  type ParsedLandscapeConfiguration,
  parseLandscapeConfiguration,
} from "#lib/landscape-configuration/parse-landscape-configuration.ts";
import { runInSourceLanguage } from "#lib/language/language-bundle.ts";
import { text } from "#lib/language/text.ts";
import { RequestCache, type RequestCacheOptions } from "#server/access/request-cache.ts";
import type { Config } from "#server/config/config.ts";
import type { OperatorDocumentLocation } from "#server/config/operator-document-location.ts";
import type { Garden } from "#server/garden/garden.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";

/** Key of the ConfigMap that holds the document, and the usual name of its file. */
const documentKey = "frontend-config.yaml";
/** How long a document counts before it is read again. */
const lifetimeMs = 30 * secondMs;
/** UTF-8 needs four bytes for a character at most; one more makes a document too long. */
const mostBytes = longestDocument * 4 + 4;

/** The ConfigMap with which the demo garden shows what an operator can configure. */
const demoConfigMap = { namespace: "garden", name: "gardener-dashboard-frontend" };

/** Where a document is, and how it is read; undefined if the ConfigMap has none. */
interface LandscapeSource {
  readonly source: string;
  readonly read: () => Promise<string | undefined>;
}

/** Whether the operator has set where the document is; the demo garden has one without that. */
export function isLandscapeConfigured({ landscape: { files, configMap } }: Pick<Config, "landscape">): boolean {
  return files.size > 0 || configMap !== undefined;
}

/** @param name the garden's name where there are several */
export function landscapeSourceOf(
  { landscape }: { readonly landscape: OperatorDocumentLocation },
  garden: Pick<Garden, "summary" | "own">,
  name = "",
): LandscapeSource | undefined {
  const path = landscape.files.get(name) ?? landscape.files.get("");
  // The folder is nobody's business but the operator's.
  if (path !== undefined) return { source: basename(path), read: () => readBounded(path) };
  const target = landscape.configMap ?? (garden.summary.kind === "embedded" ? demoConfigMap : undefined);
  if (target === undefined) return undefined;
  const source = `ConfigMap ${target.namespace}/${target.name}`;
  return { source, read: () => readConfigMap(garden.own, target) };
}

async function readBounded(path: string): Promise<string> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(mostBytes);
    const { bytesRead } = await file.read(buffer, 0, mostBytes, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

async function readConfigMap(
  own: Pick<GardenClient, "raw"> | undefined,
  { namespace, name }: NonNullable<OperatorDocumentLocation["configMap"]>,
): Promise<string | undefined> {
  if (own === undefined) throw new Error("Almanac has no credential of its own");
  const { body } = await own.raw(["api", "v1", "namespaces", namespace, "configmaps", name]);
  return stringAt(body, "data", documentKey);
}

interface LandscapeOptions extends Pick<RequestCacheOptions, "pause"> {
  readonly log: Pick<Logger, "info" | "warn">;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

/** The operator's settings as last read. */
export type LandscapeConfigurationReader = ReturnType<typeof createLandscapeConfiguration>;

/** Most problems, and most keys of a kind, that are named in the log and to a reader. */
const mostNamed = 50;

/**
 * The operator's document, read again when the last reading is older than half a minute and somebody asks. A document
 * that cannot be read, or is broken as a whole, changes nothing: what was read before holds.
 */
export function createLandscapeConfiguration(from: LandscapeSource | undefined, { log, ...clock }: LandscapeOptions) {
  let written: string | undefined;
  let parsed: ParsedLandscapeConfiguration | undefined;
  let configuration: LandscapeConfiguration = {};
  let isUnread = false;
  const readings = new RequestCache<void>({ ...clock, ttlMs: lifetimeMs, maxEntries: 1 });

  async function readAgain({ source, read }: LandscapeSource): Promise<void> {
    // Until the outcome is known, that of the last reading holds: a slow one has not failed.
    const wasUnread = isUnread;
    try {
      const found = await read();
      if (found === undefined) {
        isUnread = true;
        if (!wasUnread) log.warn({ source }, `the operator's settings have no key ${documentKey}; Almanac goes on`);
        return;
      }
      if (found !== written) {
        parsed = parseLandscapeConfiguration(found);
        if (!parsed.isBroken) configuration = parsed.configuration;
        written = found;
        logDocument(log, source, parsed);
      }
      isUnread = false;
    } catch (error) {
      isUnread = true;
      if (!wasUnread) log.warn({ err: error, source }, "the operator's settings cannot be read; Almanac goes on");
    }
  }

  function whyOld(): string | undefined {
    if (isUnread && written === undefined) return text("It could not be read. The log of Almanac says why.");
    if (isUnread) return text("It could not be read again. What was read before holds. The log of Almanac says why.");
    if (parsed?.isBroken && Object.keys(configuration).length > 0)
      return text("It is broken. What was read before holds.");
    return undefined;
  }

  async function currentConfiguration(): Promise<LandscapeConfiguration> {
    if (from !== undefined) await readings.get("document", () => readAgain(from));
    return configuration;
  }

  return {
    configuration: currentConfiguration,
    /** The configuration, with how the document was read: in the language of the caller. */
    async read(): Promise<LandscapeConfigurationResponse> {
      const configuration = await currentConfiguration();
      if (from === undefined) return { configuration };
      const unread = whyOld();
      const { problems = [], unknownKeys = [], unusedKeys = [] } = parsed ?? {};
      const { first, more } = firstOf(problems);
      return {
        configuration,
        document: {
          source: from.source,
          ...(unread !== undefined && { unread }),
          problems: { first: first.map(({ toMessage, ...place }) => ({ ...place, message: toMessage() })), more },
          unknownKeys: firstOf(unknownKeys),
          unusedKeys: firstOf(unusedKeys),
        },
      };
    },
  };
}

function firstOf<Item>(items: readonly Item[]): { readonly first: Item[]; readonly more: number } {
  const first = items.slice(0, mostNamed);
  return { first, more: items.length - first.length };
}

function logDocument(
  log: LandscapeOptions["log"],
  source: string,
  { isBroken, ...parsed }: ParsedLandscapeConfiguration,
): void {
  const { first, more } = firstOf(parsed.problems);
  const effect = isBroken ? "the operator's settings are broken" : "a part of the operator's settings is left out";
  for (const { path, line, column, toMessage } of first) {
    log.warn({ source, path, line, column }, `${effect}: ${runInSourceLanguage(toMessage)}`);
  }
  if (more > 0) log.warn({ source, more }, "the operator's settings have more problems");
  const [unknownKeys, unusedKeys] = [firstOf(parsed.unknownKeys), firstOf(parsed.unusedKeys)];
  if (unknownKeys.first.length > 0) {
    log.warn(
      { source, unknownKeys: unknownKeys.first, more: unknownKeys.more },
      "the operator's settings have unknown keys",
    );
  }
  if (unusedKeys.first.length > 0) {
    log.info(
      { source, unusedKeys: unusedKeys.first, more: unusedKeys.more },
      "Almanac does not use these keys of the settings",
    );
  }
}
