import { evaluateAct } from "#lib/act/plan/evaluate-act.ts";
import { planAct } from "#lib/act/plan/plan-act.ts";
import { previewInputOf } from "#lib/act/plan/preview-sources.ts";
import { type ReferenceReader, readReferencedObjects } from "#lib/act/plan/read-named-things.ts";
import { shootWithValidTypes } from "#lib/act/plan/shoot-with-valid-types.ts";
import type { Act } from "#lib/contract/act.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { prepareProfile } from "#lib/policy/versions/prepared-profile.ts";
import { fail, ok, type Result } from "#lib/result.ts";
import { withGardenletRelease } from "./garden-objects.ts";

interface JudgedAct {
  readonly act: Act;
  readonly shoot: Shoot;
  /** Name of the Shoot's project. */
  readonly project: string;
  readonly profile: CloudProfileSpec;
  readonly reader: ReferenceReader;
  /** Gardener release of the garden. */
  readonly version: string;
}

type Planned = Extract<ReturnType<typeof planAct>, { readonly ok: true }>["value"];

export interface ActJudgement {
  readonly steps: Planned["steps"];
  readonly isAllowed: boolean;
  /** Whether Almanac advises against it, though the garden would accept it. */
  readonly isAdvice: boolean;
  readonly reasons: readonly string[];
}

/**
 * Plans an action on a Shoot and judges it, as a preview does for a user with the permissions for it.
 * @returns why there is nothing to send, if there is not
 */
export async function judgeAct(judged: JudgedAct): Promise<Result<ActJudgement, string>> {
  const { act, project, profile, reader, version } = judged;
  const shoot = withGardenletRelease(version, shootWithValidTypes(judged.shoot));
  const planned = planAct(shoot, act, { release: shoot.status?.gardener?.version });
  if (!planned.ok) return fail(planned.error.code);
  const sides = { before: shoot, after: planned.value.after, project };
  const judgement = evaluateAct(
    previewInputOf({
      cluster: { project, name: shoot.metadata.name },
      act,
      shoot,
      planned,
      profile: ok(profile),
      health: "healthy",
      context: { can: () => true, user: "admin" },
      view: { release: version },
      now: Date.now(),
      named: await readReferencedObjects(reader, sides, prepareProfile(profile)),
    }),
  );
  return ok({
    steps: planned.value.steps,
    isAllowed: judgement.decision !== "deny" && judgement.decision !== "hide",
    isAdvice: judgement.refusedByUs,
    reasons: judgement.reasons.map(({ id, field }) => (field === undefined ? id : `${id} ${field}`)),
  });
}
