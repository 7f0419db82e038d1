import "server-only";
import { open } from "node:fs/promises";
import { basename } from "node:path";
import type { Logger } from "pino";
import type { LandscapeConfigurationResponse } from "#lib/contract/landscape-configuration/landscape-configuration.ts";
import { stringAt } from "#lib/kube/field.ts";
import { secondMs } from "#lib/kube/time-units.ts";
import {
  longestDocument,
  type ParsedLandscapeConfiguration,
  parseLandscapeConfiguration,
} from "#lib/landscape-configuration/parse-landscape-configuration.ts";
import { currentLanguage, runInSourceLanguage } from "#lib/language/language-bundle.ts";
import type { Language } from "#lib/language/languages.ts";
import { text } from "#lib/language/text.ts";
import type { Config } from "#server/config/config.ts";
import type { LandscapeConfig } from "#server/config/landscape-config.ts";
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
  { landscape }: { readonly landscape: LandscapeConfig },
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
  { namespace, name }: NonNullable<LandscapeConfig["configMap"]>,
): Promise<string | undefined> {
  if (own === undefined) throw new Error("Almanac has no credential of its own");
  const { body } = await own.raw(["api", "v1", "namespaces", namespace, "configmaps", name]);
  return stringAt(body, "data", documentKey);
}

interface LandscapeOptions {
  readonly log: Pick<Logger, "info" | "warn">;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

/** The operator's settings as last read. */
export type LandscapeConfigurationReader = ReturnType<typeof createLandscapeConfiguration>;

/** The operator's document, read again when the last reading is older than half a minute and somebody asks. */
export function createLandscapeConfiguration(from: LandscapeSource | undefined, { log, now }: LandscapeOptions) {
  let written: string | undefined;
  let isUnread = false;
  let readAtMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  // Messages are made in the language of whoever asks.
  const parsed = new Map<Language, ParsedLandscapeConfiguration>();

  function parsedNow(): ParsedLandscapeConfiguration {
    const language = currentLanguage();
    const held = parsed.get(language) ?? parseLandscapeConfiguration(written ?? "");
    parsed.set(language, held);
    return held;
  }

  async function readAgain({ source, read }: LandscapeSource): Promise<void> {
    try {
      const found = await read();
      isUnread = found === undefined;
      if (found === undefined) {
        log.warn({ source }, `the operator's settings have no key ${documentKey}; Almanac goes on without them`);
      } else if (found !== written) {
        written = found;
        parsed.clear();
        logDocument(log, source, found);
      }
    } catch (error) {
      if (!isUnread) log.warn({ err: error, source }, "the operator's settings cannot be read; Almanac goes on");
      isUnread = true;
    } finally {
      readAtMs = now();
      reading = undefined;
    }
  }

  return {
    async read(): Promise<LandscapeConfigurationResponse> {
      if (from === undefined) return { configuration: {} };
      if (now() - readAtMs >= lifetimeMs) reading ??= readAgain(from);
      await reading;
      const { configuration, ...document } = parsedNow();
      const unread = isUnread
        ? written === undefined
          ? text("It could not be read. The log of Almanac says why.")
          : text("It could not be read again. What was read before holds. The log of Almanac says why.")
        : undefined;
      return {
        configuration,
        document: {
          source: from.source,
          ...(unread !== undefined && { unread }),
          problems: [...document.problems],
          unknownKeys: [...document.unknownKeys],
          unusedKeys: [...document.unusedKeys],
        },
      };
    },
  };
}

function logDocument(log: LandscapeOptions["log"], source: string, written: string): void {
  const { problems, unknownKeys, unusedKeys } = runInSourceLanguage(() => parseLandscapeConfiguration(written));
  for (const { path, line, column, message } of problems) {
    log.warn({ source, path, line, column }, `a part of the operator's settings is left out: ${message}`);
  }
  if (unknownKeys.length > 0) log.warn({ source, unknownKeys }, "the operator's settings have unknown keys");
  if (unusedKeys.length > 0) log.info({ source, unusedKeys }, "Almanac does not use these keys of the settings");
}
