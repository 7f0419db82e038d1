import { deadEndWords, missingWords } from "#lib/fleet/fields/dead-end-filter.ts";
import { wordsOfCondition } from "#lib/words/condition-sentences.ts";
import { deadEndCauseSentences } from "#lib/words/dead-end-labels.ts";
import { wordsOfErrorCode } from "#lib/words/error-code-sentences.ts";
import { formatEnd, formatEndDate } from "#lib/words/version-end.ts";
import { listed } from "#lib/words/words.ts";
import type { AttentionTier } from "../../contract/garden-figures.ts";
import { causeOfDeadEnd } from "../../policy/horizon/dead-end-horizon.ts";
import type { AttentionGroup } from "./attention.ts";

export const tierLabels = {
  now: "Now",
  ended: "Version ended",
  "30": "Within 30 days",
  "90": "Within 90 days",
  open: "No date",
} as const satisfies Readonly<Record<AttentionTier, string>>;

/** The rule of the order, a line each: it is printed behind the list. */
export const attentionRule = [
  "Current problems first, then expired versions, then what is due within 30 and 90 days, then what has no date.",
  "Within each group by date: your projects and production first, then the largest number of clusters.",
  "A cluster appears under every cause that affects it.",
] as const;

export interface AttentionWords {
  readonly title: string;
  /** What becomes of it, or what helps: one line. */
  readonly detail: string;
  /** In full, for who points at it. */
  readonly hint: string;
}

const clause = (sentence: string) =>
  sentence.replace(/\.$/, "").replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

/** `Reconcile` when all of them were that; otherwise nobody can say it in a word. */
function operationOf({ rows }: AttentionGroup): string {
  const types = new Set(rows.map(({ lastOperation }) => lastOperation?.type));
  const [only] = types;
  return types.size === 1 && only ? only : "Last operation";
}

const outcomes = { failed: "failed", aborted: "aborted", retrying: "failed, retrying" } as const;

const mostEffects = 2;

function effectsOf({ effects }: AttentionGroup): string {
  const named = effects.slice(0, mostEffects);
  return effects.length > mostEffects ? `${named.join(", ")}, and others` : named.join(", ");
}

/** What the clusters of a group have in common, in plain words. */
export function attentionWords(group: AttentionGroup, now: number): AttentionWords {
  const { cause } = group;
  switch (cause.id) {
    case "failed":
    case "aborted":
    case "retrying": {
      const what = `${operationOf(group)} ${outcomes[cause.id]}`;
      if (cause.code === undefined) return plain(what, "Read the message of the error.");
      const { meaning, help } = wordsOfErrorCode(cause.code);
      return { title: `${what}: ${clause(meaning)}`, detail: help, hint: cause.code };
    }
    case "unhealthy": {
      if (cause.condition === undefined) return plain("Unhealthy for other reasons", "Open a cluster to see why.");
      const { name, failing } = wordsOfCondition(cause.condition);
      return { title: `Unhealthy: ${clause(name)}`, detail: failing, hint: cause.condition };
    }
    case "ending": {
      const { version, image, endsAt } = cause;
      const what = image === undefined ? version : `${image} ${version}`;
      const effects = effectsOf(group);
      const detail = effects === "" ? "" : `Next: ${effects}`;
      if (endsAt === undefined) return { title: `${what} is not in the profile`, detail, hint: detail };
      const verb = endsAt <= now ? "ended" : "ends";
      return {
        title: `${what} ${verb} ${formatEndDate(endsAt)}`,
        detail,
        hint: `${what} ${verb} at the ${formatEnd(endsAt)}. ${listed(group.effects)}`,
      };
    }
    case "stuck": {
      const { code, missing, profile } = cause;
      const where = profile === undefined ? "" : ` in ${profile}`;
      const what = missing === undefined ? "" : `: ${missingWords({ code, missing }, where)}`;
      return plain(`${deadEndWords(code)}${what}`, deadEndCauseSentences[causeOfDeadEnd(code)]);
    }
    case "maintenance-failed":
      return plain("Last maintenance failed", "The next run tries again. The cluster's page has the reason.");
    case "certificates-end":
      return plain("Certificate authorities end within a year", "Rotate them. No date reported.");
    case "rotation-waits":
      return plain("Rotation waiting for more than 14 days", "Update clients, then complete it.");
    case "deprecated-and-held":
      return plain("Deprecated Kubernetes, automatic updates off", "Update before the version ends.");
  }
}

function plain(title: string, detail: string): AttentionWords {
  return { title, detail, hint: detail };
}
