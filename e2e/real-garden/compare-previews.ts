import { actWorld } from "#lib/act/plan/act-readings.ts";
import { judgeAct } from "#lib/act/plan/judge-act.ts";
import { planAct } from "#lib/act/plan/plan-act.ts";
import { soundShoot } from "#lib/act/plan/sound-shoot.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { ok } from "#lib/result.ts";
import { type GardenAccess, type GardenAnswer, refusalText } from "./garden-access.ts";
import { gardenGroup, listed, profilesOf } from "./garden-objects.ts";
import { type PreviewCase, previewCases } from "./preview-cases.ts";

/** Where Almanac's judgement and the API server's dry run part. */
export type PreviewVerdict = "agreed" | "allowed, refused" | "denied, accepted" | "our advice" | "nothing to ask";

export interface PreviewResult {
  readonly shoot: string;
  readonly wanted: PreviewCase;
  readonly verdict: PreviewVerdict;
  readonly reasons: readonly string[];
  readonly answer: string;
}

/**
 * Judges everything that may be asked of every cluster as Almanac's preview does, for somebody with every right, and
 * asks the API server by a dry run. Nothing is written.
 */
export async function comparePreviews(admin: GardenAccess): Promise<readonly PreviewResult[]> {
  const profileOf = await profilesOf(admin);
  const results: PreviewResult[] = [];
  for (const shoot of await listed<Shoot>(admin, "shoots")) {
    if (shoot.metadata.deletionTimestamp !== undefined) continue;
    const profile = profileOf(shoot);
    for (const wanted of previewCases(shoot, profile)) {
      results.push(await comparePreview(admin, { shoot: soundShoot(shoot), profile, wanted }));
    }
  }
  return results;
}

interface Comparison {
  readonly shoot: Shoot;
  readonly profile: ReturnType<Awaited<ReturnType<typeof profilesOf>>>;
  readonly wanted: PreviewCase;
}

async function comparePreview(admin: GardenAccess, { shoot, profile, wanted }: Comparison): Promise<PreviewResult> {
  const { act } = wanted;
  const { namespace = "", name } = shoot.metadata;
  const planned = planAct(shoot, act);
  const seen = { shoot: `${namespace}/${name}`, wanted };
  if (!planned.ok) return { ...seen, verdict: "nothing to ask", reasons: [planned.error.code], answer: "" };
  const judgement = judgeAct(
    actWorld({
      cluster: { project: namespace, name },
      act,
      shoot,
      planned,
      profile: ok(profile),
      health: "healthy",
      context: { can: () => true, user: "admin" },
      now: Date.now(),
    }),
  );
  const answer = await tried(admin, shoot, planned.value.steps);
  const allowed = judgement.decision !== "deny" && judgement.decision !== "hide";
  const accepted = answer.code < 300;
  const verdict =
    allowed === accepted
      ? "agreed"
      : allowed
        ? "allowed, refused"
        : judgement.refusedByUs
          ? "our advice"
          : "denied, accepted";
  const reasons = judgement.reasons.map(({ id, field }) => (field === undefined ? id : `${id} ${field}`));
  return { ...seen, verdict, reasons, answer: accepted ? "accepted" : refusalText(answer) };
}

type Steps = Extract<ReturnType<typeof planAct>, { readonly ok: true }>["value"]["steps"];

async function tried(admin: GardenAccess, { metadata }: Shoot, steps: Steps): Promise<GardenAnswer> {
  const path = `${gardenGroup}/namespaces/${metadata.namespace}/shoots/${metadata.name}?dryRun=All`;
  const body = steps.find((step) => step.verb === "patch")?.body ?? {};
  return admin.send({ method: "PATCH", path, body });
}
