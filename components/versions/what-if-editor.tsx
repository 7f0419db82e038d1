import { useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { refetchActiveQueries } from "#components/data/calls/refetch-active-queries.ts";
import { usePausedValue } from "#components/data/calls/use-paused-value.ts";
import { forecastQueryKeyPrefix } from "#components/data/queries/fleet-queries.ts";
import { profileDetailQuery } from "#components/data/queries/versions-queries.ts";
import { useGardenFacts } from "#components/data/session/use-garden-facts.ts";
import { Button } from "#components/ui/button.tsx";
import { CopyLink } from "#components/ui/copy-button.tsx";
import { useToast } from "#components/ui/overlay/toast.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { YamlEditor } from "#components/ui/yaml-editor/yaml-editor.tsx";
import { cloudProfileSpecSchema } from "#lib/contract/profile-spec.ts";
import type { ProfileDetail } from "#lib/contract/versions.ts";
import { maxComparableEndsOf } from "#lib/forecast/max-comparable-ends-of.ts";
import type { CloudProfileSpec, ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import { applyMergePatch } from "#lib/kube/apply-merge-patch.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { mergePatchBetween } from "#lib/kube/merge-patch.ts";
import { minuteMs } from "#lib/kube/time-units.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { text } from "#lib/language/text.ts";
import { mergeTexts } from "#lib/manifest/merge-texts.ts";
import { withVersionEnd } from "#lib/policy/forecast/changed-profile/version-end-outcomes.ts";
import { editProfileText } from "#lib/view/versions/edit-profile-text.ts";
import { formatProfilePatch } from "#lib/view/versions/format-profile-patch.ts";
import { formatProfile } from "#lib/view/versions/profile-text.ts";
import { validateProfileDraft } from "#lib/view/versions/validate-profile-draft.ts";
import { lastSecondOfVersion } from "#lib/view/versions/version-end-in-profile.ts";
import { ApplyProfileChangeButton } from "./apply-profile-change-button.tsx";
import { ChangesCard } from "./changes-card.tsx";
import { ExpiryCard } from "./expiry-card.tsx";
import { ProfileChangeEffectCard } from "./profile-change-effect-card.tsx";
import { ProfileDraftNotices } from "./profile-draft-notices.tsx";
import { ProfileErrorsCard } from "./profile-errors-card.tsx";
import { QuickProfileChangeForm } from "./quick-profile-change-form.tsx";
import { useProfileDraft } from "./use-profile-draft.ts";
import { useSharedDraft } from "./use-shared-draft.ts";

interface EditorProps {
  readonly detail: ProfileDetail;
  readonly initial: { readonly image: string; readonly version: string };
}

const pauseMs = 600;

/** Editor for a draft of a CloudProfile change, with its validation and its effect on the clusters. */
export function WhatIfEditor({ detail, initial }: EditorProps) {
  const { profile } = detail;
  const { name } = profile.metadata;
  const base = useMemo(() => formatProfile(profile), [profile]);
  const { text: written, change, restored } = useProfileDraft(name, base);
  const [note, setNote] = useState<string>();
  const nowAt = useNow(minuteMs);
  const garden = useGardenFacts();
  // Validating a long CloudProfile may lag behind typing.
  const settled = useDeferredValue(written);
  const judged = useMemo(
    () => validateProfileDraft(settled, { name, spec: profile.spec }, { nowAt, garden }),
    [settled, name, profile.spec, nowAt, garden],
  );
  const hasFaults = judged.faults.length > 0;
  const patch = usePausedValue(judged.spec === undefined ? undefined : judged.patch, pauseMs);
  const tried = usePausedValue(hasFaults ? undefined : judged.patch, pauseMs);
  const { resourceVersion } = profile.metadata;
  const shared = useMemo(() => patch && { resourceVersion, spec: patch }, [resourceVersion, patch]);
  useSharedDraft(shared, (received) => {
    if (received.kind === "unreadable") return setNote(text("The draft in the link could not be read"));
    const { draft, isOwn } = received;
    // After a reload the draft is restored from session storage, with its YAML comments; the link follows it with a delay.
    if (isOwn && restored !== undefined) return;
    if (JSON.stringify(draft.spec) === JSON.stringify(judged.patch)) return;
    const spec = applyMergePatch(profile.spec, draft.spec);
    if (isRecord(spec)) change(formatProfile({ metadata: profile.metadata, spec }));
    if (draft.resourceVersion !== resourceVersion) setNote(text("The profile has changed since this link was made"));
  });
  const toast = useToast();
  const client = useQueryClient();
  const latest = useRef(written);
  useEffect(() => {
    latest.current = written;
  });
  /** Reads the CloudProfile again and merges the draft, which is based on the text `from`, into it. */
  const bringOver = async (from: string) => {
    const now = formatProfile((await client.fetchQuery(profileDetailQuery(name))).profile);
    const merged = mergeTexts(latest.current, from, now);
    change(merged.text, now);
    setNote(
      merged.conflicts === 0
        ? text("Your change was brought onto the profile as it is now")
        : text("Your change was brought over; in {conflicts} places both changed the same lines, and yours were kept", {
            conflicts: merged.conflicts,
          }),
    );
  };

  const applied = async () => {
    toast({
      kind: "success",
      id: `profile-${name}`,
      title: text("{name} was changed", { name }),
      detail: text("Forecasts are being updated."),
    });
    setNote(undefined);
    // After the draft was applied, the new CloudProfile is the base of further edits.
    const fresh = formatProfile((await client.fetchQuery(profileDetailQuery(name))).profile);
    change(fresh, fresh);
    await refetchActiveQueries(client, forecastQueryKeyPrefix);
  };
  const expiry = useExpiry({ named: initial, source: written, spec: judged.spec, profile, onChange: change });
  const editor = (
    <>
      <QuickProfileChangeForm source={written} spec={judged.spec} initial={initial} onChange={change} />
      <YamlEditor
        label={text("CloudProfile {name} as YAML", { name })}
        value={written}
        onChange={change}
        faults={judged.faults}
        className="h-[26rem] max-sm:h-72"
      />
    </>
  );
  return (
    <div className="grid min-h-0 gap-4 xl:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
      {expiry && nowAt > 0 && (
        <div className="xl:col-span-2">
          <ExpiryCard profile={name} now={nowAt} {...expiry} />
        </div>
      )}
      <div className="flex min-w-0 flex-col gap-3">
        <ProfileDraftNotices
          isOutdated={restored !== undefined && written !== base && restored.base !== base}
          onBringOver={() => restored && bringOver(restored.base)}
          note={note}
        />
        {expiry ? (
          <details>
            <summary className="w-fit cursor-pointer rounded-tag text-base text-link hover:underline">
              {text("Other changes, and the profile as YAML")}
            </summary>
            <div className="mt-3 flex flex-col gap-3">{editor}</div>
          </details>
        ) : (
          editor
        )}
        <div className="flex flex-wrap items-center gap-2">
          <ApplyProfileChangeButton
            detail={detail}
            patch={judged.patch}
            hasFaults={hasFaults}
            onReread={() => void bringOver(base)}
            onApplied={() => void applied()}
          />
          <Button
            variant="ghost"
            disabledReason={written === base ? text("Nothing has been changed yet.") : undefined}
            onClick={() => change(base)}
          >
            {text("Start over")}
          </Button>
          {written !== base && <CopyLink variant="ghost" />}
          <p className="text-sm text-secondary">
            {written === base ? text("As read from the garden.") : text("Kept in this tab and in the address.")}
          </p>
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <ChangesCard
          base={profile.spec}
          spec={judged.spec}
          formats={judged.patch && formatProfilePatch({ name }, judged.patch, resourceVersion)}
          isChanged={judged.patch !== undefined}
          hasFaults={hasFaults}
        />
        <ProfileErrorsCard faults={judged.faults} />
        <ProfileChangeEffectCard
          profile={{ profile: name }}
          patch={hasFaults ? undefined : tried}
          hasFaults={hasFaults}
        />
      </div>
    </div>
  );
}

interface ExpirySubject {
  readonly named: { readonly image: string; readonly version: string };
  /** YAML text of the draft. */
  readonly source: string;
  /** Spec of the draft; undefined while its text cannot be parsed. */
  readonly spec: CloudProfileSpec | undefined;
  readonly profile: ProfileDetail["profile"];
  readonly onChange: (text: string) => void;
}

/** Expiration date of the version named in a link, in the CloudProfile and the draft; undefined if there is none. */
function useExpiry({ named, source, spec, profile, onChange }: ExpirySubject) {
  const { image, version } = named;
  const original = useMemo(() => cloudProfileSpecSchema.safeParse(profile.spec).data, [profile.spec]);
  const before = original && versionOf(original, named);
  const after = spec && versionOf(spec, named);
  const written = before && lastSecondOfVersion(before);
  const patch = useMemo((): Readonly<Record<string, unknown>> => {
    if (spec === undefined) return {};
    const others = withVersionEnd(spec, { image: image === "" ? undefined : image, version }, written);
    return patchOf(mergePatchBetween(profile.spec, { ...others }));
  }, [spec, image, version, written, profile.spec]);
  if (before === undefined || after === undefined) return undefined;
  const onChoose = (endsAt: number | undefined) => {
    const end = endsAt === undefined ? undefined : formatInstant(endsAt);
    const edited = editProfileText(source, { kind: "end", image: image === "" ? undefined : image, version, end });
    if (edited.ok) onChange(edited.value);
  };
  const mostEnds = spec === undefined ? 1 : maxComparableEndsOf(spec);
  return { image, version, patch, written, chosen: lastSecondOfVersion(after), mostEnds, onChoose };
}

function patchOf(patch: unknown): Readonly<Record<string, unknown>> {
  return isRecord(patch) ? patch : {};
}

function versionOf(spec: CloudProfileSpec, { image, version }: ExpirySubject["named"]): ExpirableVersion | undefined {
  const versions: readonly ExpirableVersion[] | null | undefined =
    image === "" ? spec.kubernetes?.versions : spec.machineImages?.find(({ name }) => name === image)?.versions;
  return version === "" ? undefined : versions?.find((each) => each.version === version);
}
