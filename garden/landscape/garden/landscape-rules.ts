import "server-only";
import { parseEdition } from "#lib/policy/editions/edition.ts";
import { type EditionRules, newestRules, rulesAt } from "#lib/policy/editions/edition-rules.ts";
import { currentGardener } from "./seeds.ts";

const edition = parseEdition(currentGardener);

/** The feature gates that the garden has open, because its landscape uses what they guard. */
const gates = { VersionClassificationLifecycle: true, InPlaceNodeUpdates: true } as const;

/** The rules of the release that the garden says it runs. */
export const landscapeRules: EditionRules = edition === undefined ? newestRules : rulesAt(edition, gates);
