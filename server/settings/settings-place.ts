import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { message } from "#lib/language/text.ts";
import {
  emptySettingsBook,
  formatSettingsBook,
  parseSettingsBook,
  type SettingsBook,
} from "#lib/user-settings/settings-book.ts";
import type { AccessReviews } from "#server/access/access-reviews.ts";
import type { ConfigMap } from "#server/storage/change-config-map.ts";
import { type OwnKeeping, ownerKey, ownerLabel } from "#server/storage/own-keeping.ts";

/** What settings need of the application. */
export interface SettingsContext {
  readonly reviews: Pick<AccessReviews, "identityOf">;
  /** Undefined where Almanac has no credential to keep them with. */
  readonly ownKeeping: OwnKeeping | undefined;
}

export const noCredential = message("Almanac has no credential of its own in this garden to keep settings with.");

const settingsLabel = "almanac.garden/settings";

export function settingsTarget({ namespace }: OwnKeeping, owner: string): ObjectTarget {
  return { resource: configMaps, namespace, name: `almanac-settings-${ownerKey(owner)}` };
}

/** Undefined for what this build does not know as the settings of that person. */
export function settingsBookOf(kept: KubeObject | undefined, owner: string): SettingsBook | undefined {
  if (kept === undefined) return emptySettingsBook(owner);
  const text = "data" in kept && isRecord(kept.data) ? kept.data.settings : undefined;
  const book = typeof text === "string" ? parseSettingsBook(text) : undefined;
  // What names the object is a hash: whose settings they are is said in it, too.
  return book?.owner === owner ? book : undefined;
}

export function settingsObject({ name, namespace = "" }: ObjectTarget, book: SettingsBook): ConfigMap {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, namespace, labels: { [settingsLabel]: "own", [ownerLabel]: ownerKey(book.owner) } },
    data: { settings: formatSettingsBook(book) },
  };
}
