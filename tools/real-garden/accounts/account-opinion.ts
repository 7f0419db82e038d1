import type { ReferenceReader } from "#lib/act/plan/read-named-things.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { isDns1123Label, isDns1123Subdomain } from "#lib/kube/names.ts";
import { isKubeObject, isRecord } from "#lib/kube/wire.ts";
import { findAccountErrors } from "#lib/policy/accounts/find-account-errors.ts";
import { findIdentityErrors } from "#lib/policy/accounts/workload-identity.ts";
import { gardenReader } from "../garden-reader.ts";
import { judgeAct } from "../judge-act.ts";
import { mayDo } from "../may-do.ts";
import type { ComparedGarden } from "../requests/compare-requests.ts";
import { type WriteAnswer, type WriteJudge, type WriteOpinion, withoutNumbers } from "../writes/compare-write.ts";
import { plantedProfile } from "./planted-accounts.ts";
import type { AccountWrite } from "./random-accounts.ts";

/** What Almanac says of writes about accounts, as its forms and previews do. @param real the garden that is asked */
export function createAccountJudge(real: ComparedGarden, version: string): WriteJudge<AccountWrite> {
  return (wanted, before) => {
    const { area, body } = wanted;
    switch (area) {
      case "new secret":
        // Almanac makes no others.
        return stringAt(body, "type") === "Opaque"
          ? opinionOfFields(area, secretErrors(body), secretFields)
          : undefined;
      case "new identity":
        return opinionOfFields(area, identityErrors(body), identityFields);
      case "new binding":
        return opinionOfBinding(area, body);
      case "cluster":
        return isKubeObject<Shoot>(before) ? opinionOfCluster(real, { wanted, shoot: before, version }) : undefined;
      default:
        return undefined;
    }
  };
}

/** Fields of an answer about which Almanac has a rule. */
type JudgedFields = (field: string) => boolean;
const secretFields: JudgedFields = (field) => field === "metadata.name" || /^data\[/.test(field);
const identityFields: JudgedFields = (field) => /^(metadata\.name|status\.sub|spec\.audiences.*)$/.test(field);

/** An opinion that names fields: those of the answer, of which Almanac has rules, must be these. */
function opinionOfFields(area: string, invalid: readonly string[], isJudged: JudgedFields): WriteOpinion {
  return {
    told: invalid.join(", ") || "no error",
    differenceFrom: ({ compared, response }) => {
      const causes = listAt(response.body, "details", "causes");
      const fields =
        compared.code === 422 ? causes.map((cause) => stringAt(cause, "field") ?? "").filter(isJudged) : [];
      const untold = fields.filter((field) => !invalid.includes(field));
      if (untold.length > 0) return withoutNumbers(`${area}, not told: ${untold.join(" ")}`);
      const isAnswered = compared.code < 300 || compared.code === 422;
      const extra = isAnswered ? invalid.filter((field) => !fields.includes(field)) : [];
      return extra.length > 0 ? withoutNumbers(`${area}, told alone: ${extra.join(" ")}`) : undefined;
    },
  };
}

/** The errors of a new account whose provider's extension is not known. */
function secretErrors(body: unknown): readonly string[] {
  const name = stringAt(body, "metadata", "name") ?? "";
  const maps = ["data", "stringData"].map((field) => fieldAt(body, field));
  const texts = Object.fromEntries(
    maps.flatMap((map) => Object.keys(isRecord(map) ? map : {}).map((key) => [key, "x"])),
  );
  return [
    ...(isDns1123Subdomain(name) ? [] : ["metadata.name"]),
    ...findAccountErrors({ purpose: "infrastructure", type: "unknown", data: texts }).map(
      ({ path }) => `data[${path}]`,
    ),
  ];
}

function identityErrors(body: unknown): readonly string[] {
  const [name = "", namespace = ""] = ["name", "namespace"].map((field) => stringAt(body, "metadata", field));
  const audiences = listAt(body, "spec", "audiences").filter((audience) => typeof audience === "string");
  // Almanac has stricter rules for the providers that it knows.
  const errors = findIdentityErrors({ type: "unknown", namespace, name, audiences, config: {} });
  return [
    ...errors.flatMap(({ path, code }) => {
      if (code === "IDENTITY_NAME_TOO_LONG") return ["status.sub"];
      // Gardener gives a WorkloadIdentity without a name a random one.
      if (path === "name") return name === "" ? [] : ["metadata.name", ...(isAscii(name) ? [] : ["status.sub"])];
      return audienceFields(audiences);
    }),
  ].filter((field, index, all) => all.indexOf(field) === index);
}

function isAscii(text: string): boolean {
  return [...text].every((symbol) => symbol < "\u0080");
}

function audienceFields(audiences: readonly string[]): readonly string[] {
  if (audiences.length === 0) return ["spec.audiences"];
  return audiences.flatMap((audience, at) =>
    audience === "" || audiences.indexOf(audience) < at ? [`spec.audiences[${at}]`] : [],
  );
}

/** Almanac gives a binding the name and the type of the account. Types that it refuses, too, are its own advice. */
function opinionOfBinding(area: string, body: unknown): WriteOpinion {
  const [name = "", type = ""] = [stringAt(body, "metadata", "name"), stringAt(body, "provider", "type")];
  const invalid = [
    // Gardener gives a binding without a name a random one.
    ...(name === "" || isDns1123Subdomain(name) ? [] : ["metadata.name"]),
    ...(isDns1123Label(type) ? [] : ["provider.type", "provider", "metadata.labels"]),
  ];
  return {
    told: invalid.join(", ") || "no error",
    differenceFrom: ({ response, compared }) => {
      const fields = listAt(response.body, "details", "causes").map((cause) => stringAt(cause, "field") ?? "");
      const judged = fields.filter((field) => /^(metadata\.|provider)/.test(field));
      const untold = judged.filter((field) => !invalid.includes(field));
      if (untold.length > 0) return withoutNumbers(`${area}, not told: ${untold.join(" ")}`);
      return compared.code < 300 && invalid.includes("metadata.name") ? `${area}, a bad name is accepted` : undefined;
    },
  };
}

interface AskedCluster {
  readonly wanted: AccountWrite;
  readonly shoot: Shoot;
  readonly version: string;
}

/** The preview of the change of a cluster's binding, for the person who asks. */
async function opinionOfCluster(
  real: ComparedGarden,
  { wanted: { area, person, body }, shoot, version }: AskedCluster,
): Promise<WriteOpinion | undefined> {
  const mine = real.access.as(real.tokens[person] ?? "");
  const { namespace = "", name } = shoot.metadata;
  const mayPatch = await mayDo(mine, {
    group: "core.gardener.cloud",
    resource: "shoots",
    verb: "patch",
    namespace,
    name,
  });
  if (!mayPatch || !isRecord(body)) return undefined;
  const reader: ReferenceReader = {
    ...gardenReader(real.access, () => undefined),
    may: (attributes) => mayDo(mine, attributes),
  };
  const judgement = await judgeAct({
    act: { kind: "change", about: "manifest", patch: body },
    shoot,
    project: namespace.replace(/^garden-/, ""),
    profile: plantedProfile.spec,
    reader,
    version,
  });
  if (!judgement.ok) return undefined;
  const { isAllowed, isAdvice, reasons } = judgement.value;
  return {
    told: reasons.join(", ") || "no error",
    differenceFrom: ({ compared, text }: WriteAnswer) => {
      const isAccepted = compared.code < 300;
      if (isAccepted === isAllowed || (isAccepted && isAdvice)) return undefined;
      return isAccepted
        ? `${area}, denied, accepted: ${reasons.join(", ")}`
        : withoutNumbers(`${area}, allowed, refused: ${text}`);
    },
  };
}
