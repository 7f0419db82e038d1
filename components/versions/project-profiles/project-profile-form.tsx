import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { TextField, verbatimInputProps } from "#components/ui/form/field.tsx";
import { InlineSelect } from "#components/ui/form/inline-select.tsx";
import { applyDraftEdits, type DraftEdit } from "#lib/create/draft-document.ts";
import type { NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import {
  editsForNodeLimit,
  editsToAddEnd,
  editsToRemoveEnd,
  type OwnEnd,
  overridableVersions,
  ownEndsOf,
} from "#lib/view/project-profiles/own-ends.ts";
import type { ProjectProfileDraftValidation } from "#lib/view/project-profiles/validate-project-profile-draft.ts";
import { versionEndInProfile } from "#lib/view/versions/version-end-in-profile.ts";
import { apiDateLabel } from "#lib/view/versions/version-labels.ts";
import { lastDayOfVersion } from "#lib/words/version-end.ts";
import type { EditedProjectProfile } from "./edited-project-profile.ts";

interface FormProps {
  readonly edited: EditedProjectProfile;
  /** The profile as YAML text, into which the form writes. */
  readonly source: string;
  readonly judged: ProjectProfileDraftValidation;
  readonly onChange: (text: string) => void;
}

/** Fields for what is set most: name, own ends of versions, and the limit of nodes. They read and write the YAML text. */
export function ProjectProfileForm({ edited, source, judged, onChange }: FormProps) {
  const { spec } = judged;
  if (spec === undefined) {
    return (
      <p role="status" className="text-base text-secondary">
        {text("The form follows once the YAML can be read.")}
      </p>
    );
  }
  const edit = (edits: readonly DraftEdit[]) => onChange(applyDraftEdits(source, edits));
  const errorAt = (path: string) => judged.faults.find((fault) => fault.path.startsWith(path))?.message;
  const most = spec.limits?.maxNodesTotal;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {edited.stored === undefined && (
          <TextField
            {...verbatimInputProps}
            label={text("Name")}
            value={judged.name}
            maxLength={253}
            error={errorAt("metadata.name")}
            onText={(name) => edit([{ path: ["metadata", "name"], value: name }])}
          />
        )}
        <TextField
          label={text("Most nodes in a cluster (optional)")}
          type="number"
          min={1}
          value={typeof most === "number" ? String(most) : ""}
          error={errorAt("spec.limits")}
          onText={(typed) => edit(editsForNodeLimit(typed === "" ? undefined : Number(typed)))}
        />
      </div>
      <OwnEndsCard edited={edited} spec={spec} errorAt={errorAt} onEdit={edit} />
    </>
  );
}

interface OwnEndsProps {
  readonly edited: EditedProjectProfile;
  readonly spec: NamespacedCloudProfile["spec"];
  readonly errorAt: (path: string) => string | undefined;
  readonly onEdit: (edits: readonly DraftEdit[]) => void;
}

function OwnEndsCard({ edited, spec, errorAt, onEdit }: OwnEndsProps) {
  const { parent } = edited;
  const ends = ownEndsOf(spec, parent);
  return (
    <Card id="own-ends" title={text("Own ends of versions")}>
      <div className="flex flex-col gap-4">
        {ends.length === 0 && (
          <p className="text-base text-secondary">
            {text("All versions end as in {parent}.", { parent: edited.parentName })}
          </p>
        )}
        {ends.length > 0 && (
          <ul aria-label={text("Own ends of versions")} className="flex flex-col gap-3">
            {ends.map((own) => (
              <OwnEndRow
                key={`${own.image ?? ""} ${own.path}`}
                own={own}
                parentName={edited.parentName}
                error={errorAt(own.path)}
                disabledReason={whyNoEdit(edited, own.image)}
                onDay={(day) =>
                  onEdit([
                    { path: [...own.place, "expirationDate"], value: day === "" ? undefined : `${day}T23:59:59Z` },
                  ])
                }
                onRemove={() => onEdit(editsToRemoveEnd(spec, own))}
              />
            ))}
          </ul>
        )}
        <NewOwnEnd edited={edited} spec={spec} onEdit={onEdit} />
      </div>
    </Card>
  );
}

function whyNoEdit({ rights }: EditedProjectProfile, image: string | undefined): string | undefined {
  if (rights[image === undefined ? "kubernetes" : "machineImages"] !== false) return undefined;
  return image === undefined
    ? text("Your role does not allow you to change Kubernetes versions here.")
    : text("Your role does not allow you to change machine images here.");
}

interface OwnEndRowProps {
  readonly own: OwnEnd;
  readonly parentName: string;
  readonly error: string | undefined;
  readonly disabledReason: string | undefined;
  readonly onDay: (day: string) => void;
  readonly onRemove: () => void;
}

function OwnEndRow({ own, parentName, error, disabledReason, onDay, onRemove }: OwnEndRowProps) {
  const { image, version, end, inParent } = own;
  const name = image === undefined ? text("Kubernetes {version}", { version }) : `${image} ${version}`;
  const endsAt = parseInstant(end);
  return (
    <li className="flex flex-wrap items-end gap-x-3 gap-y-2">
      <div className="min-w-0 grow">
        <TextField
          type="date"
          label={text("Last day of {name} (UTC)", { name })}
          value={endsAt === undefined ? "" : lastDayOfVersion(endsAt)}
          readOnly={disabledReason !== undefined}
          error={error}
          hint={
            inParent === undefined
              ? text("{parent} does not have this version.", { parent: parentName })
              : text("In {parent}: {end}", { parent: parentName, end: apiDateLabel(versionEndInProfile(inParent)) })
          }
          onText={onDay}
        />
      </div>
      <Button disabledReason={disabledReason} onClick={onRemove} className="mb-6">
        {text("Remove")}
        <span className="sr-only"> {name}</span>
      </Button>
    </li>
  );
}

function NewOwnEnd({ edited, spec, onEdit }: Omit<OwnEndsProps, "errorAt">) {
  const { parent } = edited;
  const [image, setImage] = useState("");
  const [chosen, setChosen] = useState("");
  const asked = image === "" ? undefined : image;
  const versions = overridableVersions(spec, parent, asked).map(({ version }) => version);
  const version = versions.includes(chosen) ? chosen : (versions[0] ?? "");
  const obstacle =
    whyNoEdit(edited, asked) ?? (version === "" ? text("Every version has an own end already.") : undefined);
  return (
    <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-hairline pt-3">
      <legend className="sr-only">{text("Set an own end")}</legend>
      <InlineSelect
        label={text("Of")}
        value={image}
        options={[
          { value: "", label: text("Kubernetes") },
          ...(parent.machineImages ?? []).map(({ name }) => ({ value: name, label: text("Image {name}", { name }) })),
        ]}
        onChange={setImage}
      />
      <InlineSelect
        label={text("Version")}
        value={version}
        options={versions.map((value) => ({ value, label: value }))}
        onChange={setChosen}
      />
      <Button disabledReason={obstacle} onClick={() => onEdit(editsToAddEnd(spec, parent, { image: asked, version }))}>
        {text("Set an own end")}
      </Button>
    </fieldset>
  );
}
