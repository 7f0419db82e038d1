import type { Project } from "#lib/garden/project.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { describeGardenRejection, type GardenAccess, type GardenHttpResponse } from "./garden-access.ts";
import { gardenGroup, listGardenObjects, profilesOf } from "./garden-objects.ts";
import { gardenReader } from "./garden-reader.ts";
import { type ActJudgement, judgeAct } from "./judge-act.ts";
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
      results.push(await comparePreview(admin, wanted, { shoot, project, profile, reader, version }));
    }
  }
  return results;
}

async function comparePreview(
  admin: GardenAccess,
  wanted: PreviewCase,
  judged: Omit<Parameters<typeof judgeAct>[0], "act">,
): Promise<PreviewResult> {
  const { shoot } = judged;
  const { namespace = "", name } = shoot.metadata;
  const seen = { shoot: `${namespace}/${name}`, wanted };
  const judgement = await judgeAct({ ...judged, act: wanted.act });
  if (!judgement.ok) return { ...seen, verdict: "nothing to ask", reasons: [judgement.error], answer: "" };
  const { steps, isAllowed, isAdvice, reasons } = judgement.value;
  const answer = await tried(admin, shoot, steps);
  const accepted = answer.code < 300;
  const verdict =
    isAllowed === accepted ? "agreed" : isAllowed ? "allowed, refused" : isAdvice ? "our advice" : "denied, accepted";
  return { ...seen, verdict, reasons, answer: accepted ? "accepted" : describeGardenRejection(answer) };
}

async function tried(
  admin: GardenAccess,
  { metadata }: Shoot,
  steps: ActJudgement["steps"],
): Promise<GardenHttpResponse> {
  const path = `${gardenGroup}/namespaces/${metadata.namespace}/shoots/${metadata.name}?dryRun=All`;
  const body = steps.find((step) => step.verb === "patch")?.body ?? {};
  return admin.send({ method: "PATCH", path, body });
}
