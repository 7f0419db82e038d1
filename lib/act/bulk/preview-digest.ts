import type { Act, ActPreview } from "#lib/contract/act.ts";
import { text } from "#lib/language/text.ts";
import { isMeantByFreeze } from "../preview/freeze-check.ts";
import { gardenRulesCheckId } from "../preview/garden-rules-check.ts";
import type { PreviewDigest } from "./bulk-run.ts";

/**
 * Returns the digest of a preview. Its substance leaves out values that depend on time only (time of the preview,
 * duration of a rollout, next window) and the level of confirmation, so that equal substance means equal effect. It also
 * leaves out what has to be created first, because an earlier cluster of the run may have created it.
 */
export function previewDigestOf(preview: ActPreview, act: Act): PreviewDigest {
  const refusal = refusalOf(preview);
  return {
    uid: preview.uid,
    resourceVersion: preview.resourceVersion,
    hash: preview.hash,
    sentence: preview.sentence,
    substance: JSON.stringify([
      preview.decision,
      preview.reasons.map(({ id }) => id),
      preview.when.at,
      preview.pools.map(({ name, effect }) => [name, effect]),
      preview.changes.map(({ path, before, after }) => [path, before, after]),
      preview.request.flatMap(({ verb, body }) => (verb === "create" ? [] : [[verb, body]])),
    ]),
    ...(refusal !== undefined && { refusal }),
    cautions: [
      ...new Set([
        ...(preview.decision === "caution" ? preview.reasons.map(({ sentence }) => sentence) : []),
        ...preview.checks
          // Every page says once that the garden is newer; a line for each cluster would only repeat it.
          .filter(({ id, verdict }) => verdict === "warn" && id !== gardenRulesCheckId)
          .map(({ sentence }) => sentence),
        ...preview.dryRun.warnings,
      ]),
    ],
    consequences: preview.friction.consequences.map(({ id, sentence }) => ({ id, sentence })),
    tier: preview.friction.tier,
    dryRun: preview.dryRun.verdict,
    inWindow: preview.when.at === "maintenance-window",
    ...(isMeantByFreeze(act, preview) && { begins: beginsOf(preview) }),
  };
}

function beginsOf({ when: { at, window }, checkedAt }: ActPreview): PreviewDigest["begins"] {
  return { at, ...(window && { window }), checkedAt };
}

function refusalOf({ decision, reasons, checks, dryRun }: ActPreview): string | undefined {
  const [reason] = reasons;
  if (decision === "deny" || decision === "hide") return reason?.sentence ?? text("It is not possible now.");
  if (decision === "latent") return reason?.sentence ?? text("The garden would take it, and nothing would happen.");
  const block = checks.find(({ verdict }) => verdict === "block");
  if (block) return block.sentence;
  if (dryRun.verdict === "refused")
    return text("The garden refuses it: {message}", { message: dryRun.message ?? text("without saying why") });
  return undefined;
}
