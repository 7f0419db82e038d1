import { listAt, stringAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { describeGardenRejection, type GardenAccess, type GardenHttpResponse } from "../garden-access.ts";
import {
  type ComparedGarden,
  type ComparedResponse,
  firstDifference,
  toComparedResponse,
} from "../requests/compare-requests.ts";
import { type AlmanacOpinion, opinionOf } from "./almanac-opinion.ts";
import type { RandomRequest } from "./random-projects.ts";

/** A difference between the gardens, or between Almanac and the real one. */
export interface ProjectDifference {
  /** The same for equal differences. */
  readonly kind: string;
  readonly embedded: string;
  readonly real: string;
  /** What Almanac says; undefined where it has no rule. */
  readonly almanac?: string | undefined;
}

export interface ProjectComparer {
  /** Tries a request in both gardens, as a dry run. */
  compare(wanted: RandomRequest): Promise<ProjectComparison>;
}

export interface ProjectComparison {
  readonly isAccepted: boolean;
  /** Whether Almanac has rules for such a request. */
  readonly isJudged: boolean;
  readonly difference: ProjectDifference | undefined;
}

interface Answer {
  readonly response: GardenHttpResponse;
  readonly compared: ComparedResponse;
  readonly text: string;
}

const methods = {
  "new project": "POST",
  project: "PATCH",
  deletion: "DELETE",
  "new binding": "POST",
  binding: "PATCH",
};

export function createProjectComparer(embedded: ComparedGarden, real: ComparedGarden): ProjectComparer {
  const mayManage = createMemberManagers(real);
  return {
    async compare(wanted) {
      const before = await readBefore(real, wanted);
      const [here, there] = await Promise.all([
        ask(embedded, wanted, await readBefore(embedded, wanted)),
        ask(real, wanted, before),
      ]);
      const opinion = opinionOf(wanted, before);
      const part = firstDifference(here.compared, there.compared) ?? messageDifference(here, there);
      const kind =
        part === undefined
          ? opinion && (await opinionDifference(opinion, wanted, there, mayManage))
          : `${wanted.area}, ${part}: ${summaryOf(here, part)} | ${summaryOf(there, part)}`;
      const difference = kind && { kind, embedded: here.text, real: there.text, almanac: textOf(opinion) };
      return {
        isAccepted: there.compared.code < 300,
        isJudged: opinion !== undefined,
        difference: difference || undefined,
      };
    },
  };
}

async function readBefore({ access }: ComparedGarden, { area, path }: RandomRequest): Promise<unknown> {
  if (methods[area] !== "PATCH") return undefined;
  return (await access.send({ method: "GET", path })).body;
}

async function ask({ access, tokens }: ComparedGarden, wanted: RandomRequest, before: unknown): Promise<Answer> {
  const { area, person, path, body } = wanted;
  const request = { method: methods[area], path: `${path}?dryRun=All`, ...(body !== undefined && { body }) };
  const response = await access.as(tokens[person] ?? "").send(request);
  const compared = toComparedResponse(response, area === "deletion" ? undefined : (before ?? {}));
  const text =
    response.code < 300 ? `${response.code} ${compared.changes?.join("; ") ?? ""}` : describeGardenRejection(response);
  return { response, compared, text };
}

/** What admission refuses has no causes: there the message tells the rule. */
function messageDifference(here: Answer, there: Answer): "message" | undefined {
  return there.compared.code === 403 && here.text !== there.text ? "message" : undefined;
}

function summaryOf({ compared, text }: Answer, part: string): string {
  const told = part === "message" ? text : part === "object" ? String(compared.changes) : undefined;
  const { code, reason = "", causes = [] } = compared;
  return (told ?? `${code} ${reason} ${causes.join(", ")}`).replaceAll(/\d+/g, "0").slice(0, 160);
}

function textOf(opinion: AlmanacOpinion | undefined): string | undefined {
  if (opinion === undefined) return undefined;
  const { invalid, isTaken, needsManageMembers } = opinion;
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
  { compared, response, text }: Answer,
  mayManage: MemberManagers,
): Promise<string | undefined> {
  const { invalid, isTaken } = opinion;
  if (compared.code === 422) {
    const fields = judgedFields(response, invalid, body).filter((field) => area !== "project" || field !== ofNamespace);
    const untold = fields.filter((field) => !invalid.includes(field));
    if (untold.length > 0) return `${area}, not told: ${untold.join(" ").replaceAll(/\d+/g, "0")}`;
    // Gardener looks no further after the namespace of its own.
    const isComplete = opinion.isWritable && !/reserved by Gardener/.test(text);
    const extra = isComplete ? invalid.filter((field) => !fields.includes(field)) : [];
    return extra.length > 0 ? `${area}, told alone: ${extra.join(" ").replaceAll(/\d+/g, "0")}` : undefined;
  }
  if (compared.code === 409) return isTaken ? undefined : `${area}, a name that is not taken: ${text}`;
  const accepted = compared.code < 300;
  if (accepted && isTaken) return `${area}, a taken name is accepted`;
  if (accepted && invalid.length > 0) return `${area}, told, accepted: ${invalid.join(" ").replaceAll(/\d+/g, "0")}`;
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
    const asked = known.get(key) ?? mayDo(access.as(tokens[person] ?? ""), "manage-members", name);
    known.set(key, asked);
    return asked;
  };
}

/** Whether the user of the access is allowed to use a verb on a Project. */
export async function mayDo(access: GardenAccess, verb: string, name: string): Promise<boolean> {
  const resourceAttributes = { group: "core.gardener.cloud", resource: "projects", verb, name };
  const { body } = await access.send({
    method: "POST",
    path: "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
    body: { apiVersion: "authorization.k8s.io/v1", kind: "SelfSubjectAccessReview", spec: { resourceAttributes } },
  });
  return isRecord(body) && isRecord(body.status) && body.status.allowed === true;
}
