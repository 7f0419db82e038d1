import { parseShoot } from "#lib/garden/parse-shoot.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { text } from "#lib/language/text.ts";
import { formatYaml } from "#lib/manifest/format-yaml.ts";
import type { JsonObject } from "#lib/manifest/manifest.ts";
import { formatFieldPath } from "#lib/manifest/manifest-schema.ts";
import { type ManifestFinding, parseYamlText } from "#lib/manifest/yaml-document.ts";
import { ok, type Result } from "#lib/result.ts";
import { hasHiddenCharacters } from "#lib/strings/hidden-characters.ts";
import { cloneShoot } from "./clone-shoot.ts";
import { applyDraftEdits, type DraftEdit } from "./draft-document.ts";
import { editsBetween } from "./draft-edits.ts";

/** Fields that a template leaves open, because each cluster has its own. */
export const templateHoles: readonly string[] = [
  "metadata.name",
  "metadata.namespace",
  "spec.region",
  "spec.credentialsBindingName",
  "spec.secretBindingName",
];

/** The one field of a Shoot's API with a secret value; all others name Secrets. */
const secretValuePath = ["spec", "kubernetes", "kubeAPIServer", "oidcConfig", "clientAuthentication"] as const;

const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/** The template of a draft: its YAML with all comments, without what a clone drops and without the open fields. */
export function templateTextOf(written: string): Result<string, readonly ManifestFinding[]> {
  const parsed = parseYamlText(written);
  return parsed.ok ? ok(applyDraftEdits(written, templateEdits(parsed.value.value))) : parsed;
}

/** The template of a cluster, as YAML. */
export function templateTextOfShoot(shoot: Shoot): string {
  return formatYaml(withoutHoles(cloneShoot(shoot).shoot));
}

/**
 * Why a text is no template: it must be one Shoot without secret values and without anything that belongs to one
 * cluster. Undefined for a template.
 */
export function findTemplateProblem(written: string): string | undefined {
  if (hasHiddenCharacters(written)) return text("The template has invisible characters.");
  if (privateKey.test(written)) return text("The template has a private key. Templates name Secrets only.");
  const parsed = parseYamlText(written);
  if (!parsed.ok) {
    const [first] = parsed.error;
    return text("Line {line}: {message}", { line: first?.line ?? 1, message: first?.message ?? "" });
  }
  const { value } = parsed.value;
  if (value.kind !== "Shoot" || value.apiVersion !== "core.gardener.cloud/v1beta1") {
    return text("A template is a Shoot of core.gardener.cloud/v1beta1.");
  }
  if (fieldAt(value, ...secretValuePath) !== undefined) {
    return text("{field} can hold a secret. Templates name Secrets only.", { field: formatFieldPath(secretValuePath) });
  }
  const [edit] = templateEdits(value);
  return (
    edit &&
    text("{field} belongs to one cluster, so a template does not have it.", { field: formatFieldPath(edit.path) })
  );
}

/** Edits that make a template of a Shoot; none for a Shoot that is one, or for what is no Shoot. */
function templateEdits(value: JsonObject): readonly DraftEdit[] {
  const metadata = isRecord(value.metadata) ? value.metadata : {};
  // Both sides are parsed, so that fields that parsing completes are no edits.
  const shoot = parseShoot({ ...value, metadata: { ...metadata, name: "" } });
  if (shoot === undefined) return [];
  const { name: _name, ...named } = shoot.metadata;
  const before = { ...shoot, metadata: { ...named, ...("name" in metadata && { name: metadata.name }) } };
  const after = withoutHoles(cloneShoot(shoot).shoot);
  return [
    ...editsBetween(before.metadata, after.metadata, ["metadata"]),
    ...editsBetween(before.spec, after.spec, ["spec"]),
    ...("status" in value ? [{ path: ["status"] as const, value: undefined }] : []),
    ...(fieldAt(value, ...secretValuePath) === undefined ? [] : [{ path: secretValuePath, value: undefined }]),
  ];
}

/** The Shoot without the fields that a template leaves open. */
export function withoutHoles({ metadata, spec, ...kind }: Shoot) {
  const { name: _name, namespace: _namespace, ...otherMetadata } = metadata;
  const { region: _region, credentialsBindingName: _account, secretBindingName: _binding, ...otherSpec } = spec;
  return { ...kind, metadata: otherMetadata, spec: otherSpec };
}
