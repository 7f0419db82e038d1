import "server-only";
import { fieldAt } from "#lib/kube/field.ts";
import { shortenGardenMessage } from "#server/boundary/shorten-garden-message.ts";
import type { GardenError } from "#server/garden/garden-error.ts";

interface Cause {
  readonly field: string;
  readonly message: string;
}

/** Why the garden refused an object, by field as far as its message names fields. */
export interface Rejection {
  readonly message: string;
  readonly causes: readonly Cause[];
}

const mostCauses = 50;
/** Maximum lengths in characters. */
const longestCause = 500;
const longestMessage = 20_000;

/** A field error in a text, as Go prints it: `spec.region: Invalid value: "x": the reason`. */
const fieldError =
  /(?<=^|[[\s])([A-Za-z]\w*(?:\.[\w-]+|\[[^\]\s]*\])*): (?=(?:(?:Invalid|Unsupported|Required|Duplicate) value|Forbidden|Too (?:long|many)|Not found|Internal error(?! occurred)|Invalid type)\b)/g;

/**
 * The causes of a rejection with their fields. Validation (422) lists them; admission plugins and webhooks (403) answer
 * with a single text, in which several field errors are joined.
 *
 * @param draft the object that was refused; fields that a provider's extension names without the block are looked up
 * @source k8s.io/apimachinery: util/validation/field, Error.Error; util/errors, aggregate.Error
 */
export function causesOfRejection(
  error: Pick<GardenError, "message" | "gardenMessage" | "causes">,
  draft: Readonly<Record<string, unknown>>,
): Rejection {
  const { message } = shortenGardenMessage(error);
  const told = error.causes.flatMap(({ field = "", message: said = "" }) => (field ? [{ field, message: said }] : []));
  const found = told.length > 0 ? told : causesInText(error.gardenMessage ?? error.message);
  const causes = found.length > 0 ? found : [{ field: fieldOfReference(error.gardenMessage ?? ""), message }];
  const refused = { draft, isOfExtension: error.gardenMessage?.startsWith("admission webhook ") ?? false };
  return {
    message,
    causes: causes.slice(0, mostCauses).map((cause) => ({
      field: fullFieldPath(cause.field, refused),
      message: cause.message.slice(0, longestCause),
    })),
  };
}

function causesInText(whole: string): readonly Cause[] {
  const message = whole.slice(0, longestMessage);
  const starts = [...message.matchAll(fieldError)];
  // Several errors are printed as a list in brackets.
  const isListed = message[(starts[0]?.index ?? 0) - 1] === "[";
  return starts.map((start, index) => {
    const next = starts[index + 1];
    const text = message.slice(start.index + start[0].length, next?.index).trimEnd();
    const mark = next !== undefined ? "," : isListed ? "]" : "";
    return { field: start[1] ?? "", message: mark !== "" && text.endsWith(mark) ? text.slice(0, -1) : text };
  });
}

const server = "spec.kubernetes.kubeAPIServer";

/**
 * Texts of admission about a reference that leads to nothing, and about the Seed, each with the field that they mean.
 * @source Gardener: plugin/pkg/global/resourcereferencemanager, ensureShootReferences; pkg/webhook/configvalidator;
 * plugin/pkg/shoot/validator, authorize
 */
const references: readonly (readonly [text: string, field: string])[] = [
  ["referenced audit policy ConfigMap ", `${server}.auditConfig.auditPolicy.configMapRef.name`],
  ["failed to resolve structured authentication config map", `${server}.structuredAuthentication.configMapName`],
  ["failed to resolve structured authorization config map", `${server}.structuredAuthorization.configMapName`],
  ["failed to resolve structured authorization kubeconfig", `${server}.structuredAuthorization.kubeconfigs`],
  ["failed to resolve admission plugin kubeconfig", `${server}.admissionPlugins`],
  ["failed to resolve credentials reference of type ", "spec.dns.providers"],
  ["failed to resolve resource reference ", "spec.resources"],
  [" is not allowed to set .spec.seedName", "spec.seedName"],
  ["forbidden to use a seed ", "spec.seedName"],
];

function fieldOfReference(gardenMessage: string): string {
  return references.find(([text]) => gardenMessage.includes(text))?.[1] ?? "";
}

interface Refused {
  readonly draft: Readonly<Record<string, unknown>>;
  /** Whether the admission of an extension refused it, which mostly misses fields of the infrastructure. */
  readonly isOfExtension: boolean;
}

const blocks = ["infrastructureConfig", "controlPlaneConfig"] as const;

/** The path from the Shoot on: admission of the name says `name`, and extensions leave out `spec` or their block. */
function fullFieldPath(field: string, { draft, isOfExtension }: Refused): string {
  const [first = ""] = field.split(/[.[]/);
  if (field === "" || first === "spec" || first === "metadata") return field;
  if (field === "name") return "metadata.name";
  const block = blocks.find((name) => fieldAt(draft, "spec", "provider", name, first) !== undefined);
  if (block !== undefined) return `spec.provider.${block}.${field}`;
  if (fieldAt(draft, "spec", first) !== undefined) return `spec.${field}`;
  return isOfExtension ? `spec.provider.infrastructureConfig.${field}` : field;
}
