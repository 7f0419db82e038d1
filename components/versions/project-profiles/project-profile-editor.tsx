import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useDeferredValue, useMemo, useState } from "react";
import { refetchActiveQueries } from "#components/data/calls/refetch-active-queries.ts";
import { usePausedValue } from "#components/data/calls/use-paused-value.ts";
import { forecastQueryKeyPrefix } from "#components/data/queries/fleet-queries.ts";
import { projectProfileQuery } from "#components/data/queries/project-profile-queries.ts";
import { projectsQuery } from "#components/data/queries/project-queries.ts";
import { useGardenFacts } from "#components/data/session/use-garden-facts.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useToast } from "#components/ui/overlay/toast.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { YamlEditor } from "#components/ui/yaml-editor/yaml-editor.tsx";
import { namespacedProfileSpecSchema } from "#lib/contract/profile-spec.ts";
import type { NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import { minuteMs } from "#lib/kube/time-units.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { mergeTexts } from "#lib/manifest/merge-texts.ts";
import { mergedProfile } from "#lib/policy/profiles/effective-profile.ts";
import { type GuardedField, guardedFields } from "#lib/policy/profiles/guarded-fields.ts";
import { emptyProjectProfileSpec, formatProjectProfile } from "#lib/view/project-profiles/project-profile-text.ts";
import { validateProjectProfileDraft } from "#lib/view/project-profiles/validate-project-profile-draft.ts";
import { formatProfilePatch } from "#lib/view/versions/format-profile-patch.ts";
import { ChangesCard } from "../changes-card.tsx";
import { ProfileChangeEffectCard } from "../profile-change-effect-card.tsx";
import { ProfileDraftNotices } from "../profile-draft-notices.tsx";
import { ProfileErrorsCard } from "../profile-errors-card.tsx";
import { useProfileDraft } from "../use-profile-draft.ts";
import type { EditedProjectProfile } from "./edited-project-profile.ts";
import { ProjectProfileForm } from "./project-profile-form.tsx";
import { SaveProjectProfileButton } from "./save-project-profile-button.tsx";

const pauseMs = 600;

/** Editor of a project's own cloud profile: form and YAML are one document, with its validation and its effect. */
export function ProjectProfileEditor({ edited }: { readonly edited: EditedProjectProfile }) {
  const { project, namespace, stored, parent, parentName, rights } = edited;
  const name = stored?.name;
  const base = useMemo(
    () => formatProjectProfile(stored ?? { name: "", namespace, spec: emptyProjectProfileSpec(parentName) }),
    [stored, namespace, parentName],
  );
  const { text: written, change, restored } = useProfileDraft(`${project}/${name ?? `new ${parentName}`}`, base);
  const [note, setNote] = useState<string>();
  const nowAt = useNow(minuteMs);
  const garden = useGardenFacts();
  // Validating a long profile may lag behind typing.
  const settled = useDeferredValue(written);
  const judged = useMemo(
    () => validateProjectProfileDraft(settled, edited, { nowAt, garden }),
    [settled, edited, nowAt, garden],
  );
  const hasFaults = judged.faults.length > 0;
  const tried = usePausedValue(hasFaults ? undefined : judged.patch, pauseMs);
  const effective = useMemo(() => {
    const old = namespacedProfileSpecSchema.safeParse(stored?.spec).data;
    const mergedWith = (spec: NamespacedCloudProfile["spec"] | undefined) =>
      spec && mergedProfile(parent, withoutParent(spec));
    return { before: old ? mergedWith(old) : parent, after: mergedWith(judged.spec) };
  }, [stored, parent, judged.spec]);
  const client = useQueryClient();
  const router = useRouter();
  const toast = useToast();
  const readAgain = async (saved: string) =>
    formatProjectProfile(await client.fetchQuery(projectProfileQuery(project, saved)));
  /** Reads the profile again and merges the draft, which is based on the text `from`, into it. */
  const bringOver = async (from: string) => {
    if (name === undefined) return;
    const now = await readAgain(name);
    const merged = mergeTexts(written, from, now);
    change(merged.text, now);
    setNote(
      merged.conflicts === 0
        ? text("Your change was brought onto the profile as it is now")
        : text("Your change was brought over; in {conflicts} places both changed the same lines, and yours were kept", {
            conflicts: merged.conflicts,
          }),
    );
  };
  const saved = async () => {
    const title =
      name === undefined
        ? text("The cloud profile {name} was created", { name: judged.name })
        : text("{name} was changed", { name });
    toast({ kind: "success", id: `profile-${judged.name}`, title, detail: text("Forecasts are being updated.") });
    setNote(undefined);
    if (name === undefined) {
      change(base);
      router.push(`/projects/${encodeURIComponent(project)}/cloud-profiles`);
    } else {
      const fresh = await readAgain(name);
      change(fresh, fresh);
    }
    await refetchActiveQueries(client, projectsQuery.queryKey);
    await refetchActiveQueries(client, forecastQueryKeyPrefix);
  };
  return (
    <div className="grid min-h-0 gap-4 xl:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-4">
        <MissingVerbsNotice refused={guardedFields.filter((field) => rights[field] === false)} />
        <ProfileDraftNotices
          isOutdated={restored !== undefined && written !== base && restored.base !== base}
          onBringOver={() => restored && bringOver(restored.base)}
          note={note}
        />
        <ProjectProfileForm edited={edited} source={written} judged={judged} onChange={change} />
        <YamlEditor
          label={text("Cloud profile as YAML")}
          value={written}
          onChange={change}
          faults={judged.faults}
          className="h-[22rem] max-sm:h-72"
        />
        <div className="flex flex-wrap items-center gap-2">
          <SaveProjectProfileButton
            edited={edited}
            judged={judged}
            onReread={() => void bringOver(base)}
            onSaved={() => void saved()}
          />
          <Button
            variant="ghost"
            disabledReason={written === base ? text("Nothing has been changed yet.") : undefined}
            onClick={() => change(base)}
          >
            {text("Start over")}
          </Button>
          <p className="text-sm text-secondary">{written === base ? "" : text("The draft is kept in this tab.")}</p>
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <ChangesCard
          base={effective.before}
          spec={effective.after}
          parent={stored === undefined ? parentName : undefined}
          isChanged={judged.patch !== undefined}
          formats={
            stored &&
            judged.patch &&
            formatProfilePatch({ name: stored.name, namespace }, judged.patch, stored.resourceVersion)
          }
          hasFaults={hasFaults}
        />
        <ProfileErrorsCard faults={judged.faults} />
        <ProfileChangeEffectCard
          profile={{ profile: parentName, inProject: { project, ...(name !== undefined && { name }) } }}
          patch={hasFaults ? undefined : tried}
          hasFaults={hasFaults}
          note={
            name === undefined
              ? text(
                  "No cluster uses the new profile yet. This is what would change if the clusters of the project that use {parent} used it instead.",
                  { parent: parentName },
                )
              : undefined
          }
        />
      </div>
    </div>
  );
}

function withoutParent({ parent: _, ...override }: NamespacedCloudProfile["spec"]) {
  return override;
}

const fieldNames: Readonly<Record<GuardedField, Message>> = {
  kubernetes: message("Your role does not allow you to change Kubernetes versions here."),
  machineImages: message("Your role does not allow you to change machine images here."),
  providerConfig: message("Your role does not allow you to change settings for the provider here."),
};

/** Says before anything is edited which parts the garden would refuse for lack of a custom verb. */
function MissingVerbsNotice({ refused }: { readonly refused: readonly GuardedField[] }) {
  if (refused.length === 0) return null;
  return (
    <Notice hue="caution" title={text("Some parts of the profile are not yours to change")}>
      <ul className="list-disc pl-4">
        {refused.map((field) => (
          <li key={field}>{text(fieldNames[field])}</li>
        ))}
      </ul>
    </Notice>
  );
}
