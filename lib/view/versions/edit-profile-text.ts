import { type Document, isMap, isSeq, parseDocument, type YAMLMap, type YAMLSeq } from "yaml";
import { formatInstant } from "#lib/kube/instant.ts";
import { secondMs } from "#lib/kube/time-units.ts";
import { type Message, message } from "#lib/language/text.ts";
import { fail, ok, type Result } from "#lib/result.ts";

/** Change of a profile that the user makes in a form. `image` is undefined for Kubernetes. */
export type ProfileEdit = {
  readonly image: string | undefined;
  readonly version: string;
} & (
  | { readonly kind: "end"; readonly end: string | undefined }
  | { readonly kind: "reclassify"; readonly classification: string }
  | { readonly kind: "add"; readonly classification: string; readonly end: string | undefined }
  | { readonly kind: "remove" }
);

/** Reasons why a change from the form could not be written into the profile's text. */
export type ProfileEditError = "text-unreadable" | "no-such-list" | "no-such-version" | "version-there-already";

function listOf(document: ReturnType<typeof parseDocument>, image: string | undefined): YAMLSeq | undefined {
  if (image === undefined) {
    const versions = document.getIn(["spec", "kubernetes", "versions"], true);
    return isSeq(versions) ? versions : undefined;
  }
  const images = document.getIn(["spec", "machineImages"], true);
  const found = isSeq(images) ? images.items.find((item) => isMap(item) && item.get("name") === image) : undefined;
  const versions = isMap(found) ? found.get("versions", true) : undefined;
  return isSeq(versions) ? versions : undefined;
}

function indexOf(list: YAMLSeq, version: string): number {
  return list.items.findIndex((item) => isMap(item) && String(item.get("version")) === version);
}

function set(entry: YAMLMap, field: string, value: string | undefined): void {
  if (value === undefined || value === "") entry.delete(field);
  else entry.set(field, value);
}

/** Sets the end of a version in its lifecycle if there is one, otherwise in `expirationDate`. */
function setEnd(document: Document, entry: YAMLMap, end: string | undefined): void {
  const stages = entry.get("lifecycle", true);
  if (!isSeq(stages) || stages.items.length === 0) {
    set(entry, "expirationDate", end);
    return;
  }
  const at = stages.items.findIndex((stage) => isMap(stage) && stage.get("classification") === "expired");
  const stage = stages.items[at];
  const startTime = end === undefined ? undefined : afterSecond(end);
  if (startTime === undefined) {
    if (at >= 0) stages.items.splice(at, 1);
  } else if (isMap(stage)) stage.set("startTime", startTime);
  else stages.add(document.createNode({ classification: "expired", startTime }));
}

/** The instant after an end: a stage begins at an instant, while an expiration date includes its last second. */
function afterSecond(end: string): string {
  return formatInstant(Date.parse(end) + secondMs);
}

/** Returns a new version entry. For an image, other fields are copied from its newest version: they seldom change. */
function addedEntry(list: YAMLSeq, edit: Extract<ProfileEdit, { kind: "add" }>): Readonly<Record<string, unknown>> {
  const own = {
    version: edit.version,
    ...(edit.classification === "" ? {} : { classification: edit.classification }),
    ...(edit.end === undefined ? {} : { expirationDate: edit.end }),
  };
  const [first] = list.items;
  if (edit.image === undefined || !isMap(first)) return own;
  const inherited = Object.fromEntries(
    ["architectures", "cri", "capabilityFlavors"].flatMap((field) => {
      const value: unknown = first.toJSON()[field];
      return value === undefined || value === null ? [] : [[field, value]];
    }),
  );
  return { ...own, ...inherited };
}

/** Writes a change from the form into the profile's text, keeping comments and everything else. */
export function editProfileText(text: string, edit: ProfileEdit): Result<string, ProfileEditError> {
  const document = parseDocument(text, { prettyErrors: false });
  if (document.errors.length > 0) return fail("text-unreadable");
  const list = listOf(document, edit.image);
  if (list === undefined) return fail("no-such-list");
  const at = indexOf(list, edit.version);
  if (edit.kind === "add") {
    if (at >= 0) return fail("version-there-already");
    list.items.unshift(document.createNode(addedEntry(list, edit)));
  } else {
    const entry = list.items[at];
    if (!isMap(entry)) return fail("no-such-version");
    if (edit.kind === "remove") list.items.splice(at, 1);
    else if (edit.kind === "end") setEnd(document, entry, edit.end);
    else set(entry, "classification", edit.classification);
  }
  return ok(document.toString({ lineWidth: 0 }));
}

export const profileEditErrorDescriptions: Readonly<Record<ProfileEditError, Message>> = {
  "text-unreadable": message("The text is not valid YAML. Fix it before you use the form."),
  "no-such-list": message("The text has no such list of versions."),
  "no-such-version": message("The text does not list this version."),
  "version-there-already": message("The text lists this version already."),
};
