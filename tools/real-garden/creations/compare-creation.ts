import { readReferencedObjects } from "#lib/act/plan/read-named-things.ts";
import { shootWithValidTypes } from "#lib/act/plan/shoot-with-valid-types.ts";
import { completeDraft, findGardenerErrors } from "#lib/create/check-new-shoot.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { type ConflictingDomain, findDomainOverlap } from "#lib/policy/admission/find-domain-admission-errors.ts";
import { emptiedSpec } from "#lib/policy/admission/find-new-shoot-errors.ts";
import { rulesOfShoot } from "#lib/policy/editions/rules-of-shoot.ts";
import { effectiveProfile } from "#lib/policy/profiles/effective-profile.ts";
import { prepareProfile } from "#lib/policy/versions/prepared-profile.ts";
import { causesOfRejection } from "#server/creation/causes-of-rejection.ts";
import { draftShoot, isFieldTold, type RandomDraft } from "#server/creation/random-drafts.fixture.ts";
import { describeGardenRejection, type GardenAccess, type GardenHttpResponse } from "../garden-access.ts";
import { gardenReader } from "../garden-reader.ts";
import { type CreationGarden, offerOf, shootsPath } from "./garden-offer.ts";

/** The fields that Almanac says Gardener itself refuses in a new cluster. */
export interface JudgedDraft {
  readonly shoot: Shoot;
  readonly errors: readonly string[];
}

/** How the garden's answer differs from what Almanac said: a kind, the same for equal differences, and the texts. */
export interface CreationDifference {
  readonly kind: string;
  readonly told: readonly string[];
  readonly answer: string;
}

export interface CreationComparer {
  judge(draft: RandomDraft): Promise<JudgedDraft>;
  /** Tries the creation in the garden. @returns the difference; undefined if both agree */
  compare(judged: JudgedDraft): Promise<CreationDifference | undefined>;
}

export interface CreationComparison {
  readonly admin: GardenAccess;
  readonly garden: CreationGarden;
  /** Release of the garden's Gardener. */
  readonly release: string;
}

/** Compares what Almanac says about drafts of new clusters with dry runs. Nothing is written. */
export function createCreationComparer({ admin, garden, release }: CreationComparison): CreationComparer {
  const reader = gardenReader(cachedReads(admin), (domain) => holderOf(garden, domain));
  return {
    async judge(draft) {
      const now = Date.now();
      const { project, namespace } = draft.place;
      const written = draftShoot(draft, offerOf(garden, namespace, now), { name: "new", now });
      const shoot = shootWithValidTypes(written);
      const profile = effectiveProfile(shoot, {
        cloudProfile: (name) => garden.profiles.find(({ metadata }) => metadata.name === name),
        namespacedCloudProfile: (place, name) =>
          garden.ownProfiles.find(({ metadata }) => metadata.namespace === place && metadata.name === name),
      });
      const wanted = { shoot, profile, rules: rulesOfShoot(shoot, { release }), now };
      const completed = completeDraft(wanted);
      const sides = { before: { ...shoot, spec: emptiedSpec(completed.shoot.spec) }, after: completed.shoot, project };
      const known = profile.ok ? prepareProfile(profile.value) : undefined;
      const named = await readReferencedObjects(reader, sides, known);
      const references = { ...named.references, registrations: garden.registrations };
      const errors = findGardenerErrors(wanted, completed, {
        project,
        takenNames: [],
        references,
        seeds: garden.seeds,
      });
      const isMissing = !profile.ok && profile.error !== "NO_PROFILE_REFERENCE";
      return {
        shoot: written,
        errors: [...(isMissing ? ["spec.cloudProfile.name"] : []), ...errors.map(({ path }) => path)],
      };
    },
    async compare({ shoot, errors }) {
      const path = `${shootsPath(shoot.metadata.namespace ?? "")}?dryRun=All`;
      return differenceOf({ shoot, errors }, await admin.send({ method: "POST", path, body: shoot }));
    },
  };
}

function differenceOf({ shoot, errors }: JudgedDraft, answer: GardenHttpResponse): CreationDifference | undefined {
  const accepted = answer.code === 201;
  const said = accepted ? "accepted" : describeGardenRejection(answer);
  const difference = (kind: string) => ({ kind: kind.replaceAll(/\d+/g, "0"), told: errors, answer: said });
  if (accepted) return errors.length === 0 ? undefined : difference(`told, accepted: ${errors.join(" ")}`);
  if (errors.length === 0) return difference(`not told, refused: ${said.slice(0, 200)}`);
  const untold = fieldsOf(answer, shoot).filter((field) => !isFieldTold(field, errors));
  return untold.length === 0 ? undefined : difference(`refused at another field: ${untold.join(" ")}`);
}

/** Fields that the garden's answer names. */
function fieldsOf({ body }: GardenHttpResponse, shoot: Shoot): readonly string[] {
  const causes = listAt(body, "details", "causes").map((cause) => ({
    field: stringAt(cause, "field") ?? "",
    message: stringAt(cause, "message") ?? "",
  }));
  const message = stringAt(body, "message") ?? "";
  const draft: Readonly<Record<string, unknown>> = { ...shoot };
  return causesOfRejection({ message, gardenMessage: message, causes }, draft).causes.map(({ field }) => field);
}

function holderOf({ shoots }: CreationGarden, domain: string): ConflictingDomain | undefined {
  for (const shoot of shoots) {
    const other = stringAt(fieldAt(shoot, "spec", "dns"), "domain");
    if (other !== undefined && findDomainOverlap(domain, other) !== undefined) return { domain: other };
  }
  return undefined;
}

/** Nothing is written during the comparison, so that every object is read once. */
function cachedReads(admin: GardenAccess): Pick<GardenAccess, "send"> {
  const answers = new Map<string, Promise<GardenHttpResponse>>();
  return {
    send(wanted) {
      const answer = answers.get(wanted.path) ?? admin.send(wanted);
      answers.set(wanted.path, answer);
      return answer;
    },
  };
}
