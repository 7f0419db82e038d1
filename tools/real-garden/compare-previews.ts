import { evaluateAct } from "#lib/act/plan/evaluate-act.ts";
import { planAct } from "#lib/act/plan/plan-act.ts";
import { previewInputOf } from "#lib/act/plan/preview-sources.ts";
import { type ReferenceReader, readReferencedObjects } from "#lib/act/plan/read-named-things.ts";
import { shootWithValidTypes } from "#lib/act/plan/shoot-with-valid-types.ts";
import type { Project } from "#lib/garden/project.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { prepareProfile } from "#lib/policy/versions/prepared-profile.ts";
import { ok } from "#lib/result.ts";
import { describeGardenRejection, type GardenAccess, type GardenHttpResponse } from "./garden-access.ts";
import { gardenGroup, listGardenObjects, profilesOf, withGardenletRelease } from "./garden-objects.ts";
import { gardenReader } from "./garden-reader.ts";
import { generatePreviewCases, type PreviewCase } from "./preview-cases.ts";
import type { GardenerBuild } from "./release.ts";

/** How Almanac's preview and the dry run of the API server compare. */
export type PreviewComparison = "agreed" | "allowed, refused" | "denied, accepted" | "our advice" | "nothing to ask";

export interface PreviewResult {
  readonly shoot: string;
  readonly wanted: PreviewCase;
  readonly verdict: PreviewComparison;
  readonly reasons: readonly string[];
  readonly answer: string;
}

/**
 * Compares Almanac's previews of all actions on all clusters, for a user with all permissions, with dry runs of the API
 * server. Nothing is written.
 */
export async function comparePreviews(
  admin: GardenAccess,
  { version }: GardenerBuild,
): Promise<readonly PreviewResult[]> {
  const profileOf = await profilesOf(admin);
  const projects = new Map(
    (await listGardenObjects<Project>(admin, "projects")).map((one) => [one.spec.namespace, one]),
  );
  // All imported Shoots have unique DNS domains, or the API server would have refused them.
  const reader = gardenReader(admin, () => undefined);
  const results: PreviewResult[] = [];
  for (const shoot of await listGardenObjects<Shoot>(admin, "shoots")) {
    if (shoot.metadata.deletionTimestamp !== undefined) continue;
    const profile = profileOf(shoot);
    const project = projects.get(shoot.metadata.namespace)?.metadata.name ?? "";
    for (const wanted of generatePreviewCases(shoot, profile)) {
      const told = withGardenletRelease(version, shootWithValidTypes(shoot));
      results.push(await comparePreview(admin, { shoot: told, project, profile, wanted, reader }));
    }
  }
  return results;
}

interface Comparison {
  readonly shoot: Shoot;
  readonly project: string;
  readonly reader: ReferenceReader;
  readonly profile: ReturnType<Awaited<ReturnType<typeof profilesOf>>>;
  readonly wanted: PreviewCase;
}

async function comparePreview(admin: GardenAccess, comparison: Comparison): Promise<PreviewResult> {
  const { shoot, project, profile, wanted, reader } = comparison;
  const { act } = wanted;
  const { namespace = "", name } = shoot.metadata;
  const release = shoot.status?.gardener?.version;
  const planned = planAct(shoot, act, { release });
  const seen = { shoot: `${namespace}/${name}`, wanted };
  if (!planned.ok) return { ...seen, verdict: "nothing to ask", reasons: [planned.error.code], answer: "" };
  const sides = { before: shoot, after: planned.value.after, project };
  const named = await readReferencedObjects(reader, sides, prepareProfile(profile));
  const judgement = evaluateAct(
    previewInputOf({
      cluster: { project, name },
      act,
      shoot,
      planned,
      profile: ok(profile),
      health: "healthy",
      context: { can: () => true, user: "admin" },
      view: { release },
      now: Date.now(),
      named,
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
  return { ...seen, verdict, reasons, answer: accepted ? "accepted" : describeGardenRejection(answer) };
}

type Steps = Extract<ReturnType<typeof planAct>, { readonly ok: true }>["value"]["steps"];

async function tried(admin: GardenAccess, { metadata }: Shoot, steps: Steps): Promise<GardenHttpResponse> {
  const path = `${gardenGroup}/namespaces/${metadata.namespace}/shoots/${metadata.name}?dryRun=All`;
  const body = steps.find((step) => step.verb === "patch")?.body ?? {};
  return admin.send({ method: "PATCH", path, body });
}
