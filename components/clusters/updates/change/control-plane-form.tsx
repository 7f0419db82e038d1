"use client";

import { clsx } from "clsx";
import { useDeferredValue, useEffect, useMemo, useRef } from "react";
import { VersionRemarks } from "#components/data/announcements/version-remarks.tsx";
import { Button } from "#components/ui/button.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { Tag } from "#components/ui/tag.tsx";
import {
  type ControlPlaneTarget,
  controlPlaneTargets,
  preferredControlPlaneTarget,
  withControlPlaneTarget,
} from "#lib/act/updates/control-plane-targets.ts";
import { withShootEdit } from "#lib/act/updates/update-draft.ts";
import { controlPlaneVersionStatus } from "#lib/act/updates/version-option.ts";
import { profileNamesOf } from "#lib/announcements/concerned.ts";
import { changeVersionsHash } from "#lib/fleet/cluster-path.ts";
import { kubernetesUpdateLabel, kubernetesVersionLabel } from "#lib/fleet/fields/version-update.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { TargetVersionStatus, UnavailableVersions } from "./unavailable-versions.tsx";
import type { VersionChangeFormProps } from "./version-change-form-props.ts";

/** Form part with the versions to which the control plane can be updated, and the unavailable versions with reasons. */
export function ControlPlaneForm(props: VersionChangeFormProps) {
  const { row, context, draft } = props;
  const update = kubernetesUpdateLabel(row);
  // Deferred, because checking the versions of many worker pools would block typing.
  const settled = useDeferredValue(draft);
  const targets = useMemo(() => controlPlaneTargets(context, settled), [context, settled]);
  const possible = targets.filter(({ verdict }) => verdict !== "refused");
  const ordered = [...possible].sort((a, b) => Number(a.verdict !== "offered") - Number(b.verdict !== "offered"));
  const preferred = [preferredControlPlaneTarget(targets, "patch"), preferredControlPlaneTarget(targets, "minor")];
  const section = useRef<HTMLElement>(null);
  // A link "Update…" on another page leads to this section, which then gets the focus.
  useEffect(() => {
    if (window.location.hash === changeVersionsHash) section.current?.focus();
  }, []);
  return (
    <section ref={section} tabIndex={-1} aria-labelledby="change-control-plane" className="focus-inset px-4 py-3.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id="change-control-plane" className="text-base font-medium">
          {richText("Control plane <quiet>runs</quiet> <version></version>", {
            quiet: (verb) => <span className="font-normal text-secondary">{verb}</span>,
            version: () => (
              <span className="font-mono" translate="no">
                {kubernetesVersionLabel(row) || text("a version that is not said")}
              </span>
            ),
          })}
          {update !== undefined && <span className="font-normal text-secondary">, {update}</span>}
        </h3>
        <TargetVersionStatus target={controlPlaneVersionStatus(context)} />
      </div>
      {ordered.length === 0 ? (
        <p className="mt-1.5 text-base text-pretty text-secondary">{nothingLabel(props, targets.length)}</p>
      ) : (
        <ul aria-label={text("Versions for the control plane")} className="mt-2 divide-y divide-hairline">
          {ordered.map((target) => (
            <TargetRow key={target.version} target={target} preferred={preferred.includes(target)} {...props} />
          ))}
        </ul>
      )}
      <div className="mt-1.5">
        <UnavailableVersions
          noun="version"
          whose={text("for the control plane")}
          targets={targets.filter(({ verdict }) => verdict === "refused")}
          open={ordered.length === 0 && targets.length > 0}
        />
      </div>
    </section>
  );
}

function nothingLabel({ context: { profile } }: VersionChangeFormProps, listed: number): string {
  if (profile === undefined) return text("The available versions are not known, because the profile cannot be read.");
  return listed === 0
    ? text("The profile lists no other version.")
    : text("None of the other versions of the profile can be chosen.");
}

const stepNames = {
  patch: message("patch"),
  minor: message("minor"),
  major: message("major"),
} as const satisfies Readonly<Record<ControlPlaneTarget["step"], Message>>;

interface TargetRowProps extends VersionChangeFormProps {
  readonly target: ControlPlaneTarget;
  readonly preferred: boolean;
}

function TargetRow({ target, preferred, row, draft, obstacle, onChange, onPreview }: TargetRowProps) {
  const chosen = draft.controlPlane === target.version;
  const { version, step, reasons, effect, clears, verdict } = target;
  const toggled = chosen
    ? withShootEdit(draft, { controlPlane: undefined, clearFields: undefined })
    : withControlPlaneTarget(draft, target);
  return (
    <li
      className={clsx(
        "flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-2.5",
        chosen && "-mx-2 rounded-control bg-selected px-2",
      )}
    >
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-mono text-base font-medium" translate="no">
            {version}
          </span>
          <span className="text-sm text-secondary">{text(stepNames[step])}</span>
          <TargetVersionStatus target={target} />
          {chosen && <Tag hue="info">{text("In the change")}</Tag>}
        </p>
        <VersionRemarks version={version} profiles={profileNamesOf(row)} />
        <p className="mt-1 text-sm text-pretty text-secondary">
          {effect}
          {clears.length > 0 &&
            ` ${text("Removes settings not supported in {version}: {fields}.", { version, fields: clears.join(", ") })}`}
        </p>
        {reasons.length > 0 && <p className="mt-1 text-sm text-pretty text-caution-text">{reasons.join(" ")}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant={preferred ? "primary" : "secondary"}
          disabledReason={obstacle}
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => onPreview(withControlPlaneTarget(draft, target), currentTarget)}
        >
          {verdict === "discouraged"
            ? text("Update to {version} anyway…", { version })
            : text("Update to {version}…", { version })}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => onChange(toggled)}>
          {chosen ? text("Remove") : text("Add to change")}
          <span className="sr-only">{`: ${version}`}</span>
        </Button>
      </div>
    </li>
  );
}
