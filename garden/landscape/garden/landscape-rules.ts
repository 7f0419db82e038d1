import "server-only";
import { parseEdition } from "#lib/policy/editions/edition.ts";
import { type EditionRules, newestRules, rulesAt } from "#lib/policy/editions/edition-rules.ts";
import { currentGardener } from "./seeds.ts";

const edition = parseEdition(currentGardener);

/** Feature gates that the landscape needs. */
const gates = { VersionClassificationLifecycle: true, InPlaceNodeUpdates: true } as const;

/** The rules of the garden's release. */
export const landscapeRules: EditionRules = edition === undefined ? newestRules : rulesAt(edition, gates);
