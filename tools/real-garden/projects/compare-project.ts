import { listAt, stringAt } from "#lib/kube/field.ts";
import type { GardenHttpResponse } from "../garden-access.ts";
import { mayDoToProject } from "../may-do.ts";
import type { ComparedGarden } from "../requests/compare-requests.ts";
import { createWriteComparer, type WriteAnswer, type WriteComparer, withoutNumbers } from "../writes/compare-write.ts";
import { type AlmanacOpinion, opinionOf } from "./almanac-opinion.ts";
import type { RandomRequest } from "./random-projects.ts";

/** Compares requests about projects and bindings, with what Almanac says of projects. */
export function createProjectComparer(embedded: ComparedGarden, real: ComparedGarden): WriteComparer<RandomRequest> {
  const mayManage = createMemberManagers(real);
  return createWriteComparer(embedded, real, (wanted, before) => {
    const opinion = opinionOf(wanted, before);
    return (
      opinion && {
        told: textOf(opinion),
        differenceFrom: (answer) => opinionDifference(opinion, wanted, answer, mayManage),
      }
    );
  });
}

function textOf({ invalid, isTaken, needsManageMembers }: AlmanacOpinion): string {
  const said = [...invalid, ...(isTaken ? ["taken"] : []), ...(needsManageMembers ? ["needs manage-members"] : [])];
  return said.join(", ") || "no error";
}

/** Almanac never changes the namespace of a project. */
const ofNamespace = "spec.namespace";

type MemberManagers = (person: string, path: string) => Promise<boolean>;

/** How the real garden's answer differs from what Almanac says. */
async function opinionDifference(
  opinion: AlmanacOpinion,
  { area, person, path, body }: RandomRequest,
  { compared, response, text }: WriteAnswer,
  mayManage: MemberManagers,
): Promise<string | undefined> {
  const { invalid, isTaken } = opinion;
  if (compared.code === 422) {
    const fields = judgedFields(response, invalid, body).filter((field) => area !== "project" || field !== ofNamespace);
    const untold = fields.filter((field) => !invalid.includes(field));
    if (untold.length > 0) return `${area}, not told: ${withoutNumbers(untold.join(" "))}`;
    // Gardener looks no further after the namespace of its own.
    const isComplete = opinion.isWritable && !/reserved by Gardener/.test(text);
    const extra = isComplete ? invalid.filter((field) => !fields.includes(field)) : [];
    return extra.length > 0 ? `${area}, told alone: ${withoutNumbers(extra.join(" "))}` : undefined;
  }
  if (compared.code === 409) return isTaken ? undefined : `${area}, a name that is not taken: ${text}`;
  const accepted = compared.code < 300;
  if (accepted && isTaken) return `${area}, a taken name is accepted`;
  if (accepted && invalid.length > 0) return `${area}, told, accepted: ${withoutNumbers(invalid.join(" "))}`;
  if (opinion.needsManageMembers === undefined || !opinion.isWritable) return undefined;
  const isRefused = /is not allowed to manage/.test(text);
  if (!accepted && !isRefused) return undefined;
  const isExpected = opinion.needsManageMembers && !(await mayManage(person, path));
  return isExpected === isRefused ? undefined : `${area}, manage-members: refused ${isRefused}, told ${isExpected}`;
}

/** The fields of the answer that Almanac has a rule for, as Almanac names them. */
function judgedFields({ body }: GardenHttpResponse, invalid: readonly string[], sent: unknown): readonly string[] {
  const isOwn = stringAt(sent, "spec", "namespace") === `garden-${stringAt(sent, "metadata", "name")}`;
  const fields = listAt(body, "details", "causes").flatMap((cause) => {
    const [field = "", reason] = [stringAt(cause, "field"), stringAt(cause, "reason")];
    if (/^spec\.(description|purpose)$/.test(field)) return reason === "FieldValueRequired" ? [] : [field];
    if (/^spec\.members\[\d+\]$/.test(field)) return [field];
    if (/^spec\.members\[\d+\]\.roles\[\d+\]$/.test(field)) {
      const isOfRole = reason !== "FieldValueDuplicate" && reason !== "FieldValueForbidden";
      return isOfRole || invalid.includes(field) ? [field] : [];
    }
    if (field === "metadata.name") return isOwn ? [field] : [];
    if (field === "spec.namespace") return [isOwn ? "metadata.name" : field];
    return [];
  });
  return [...new Set(fields)];
}

/** Answers whether a person has the verb `manage-members` for a project, asked once. */
function createMemberManagers({ access, tokens }: ComparedGarden): MemberManagers {
  const known = new Map<string, Promise<boolean>>();
  return (person, path) => {
    const name = path.split("/").at(-1) ?? "";
    const key = `${person} ${name}`;
    const asked = known.get(key) ?? mayDoToProject(access.as(tokens[person] ?? ""), "manage-members", name);
    known.set(key, asked);
    return asked;
  };
}
