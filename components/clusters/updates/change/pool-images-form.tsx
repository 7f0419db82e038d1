"use client";

import { useId, useMemo } from "react";
import { VersionRemarks } from "#components/data/announcements/version-remarks.tsx";
import { Button } from "#components/ui/button.tsx";
import {
  type ImageTarget,
  imageTargets,
  imageVersionStatus,
  preferredImageTarget,
} from "#lib/act/updates/image-targets.ts";
import { withPoolEdit } from "#lib/act/updates/update-draft.ts";
import { profileNamesOf } from "#lib/announcements/concerned.ts";
import { imageVersionLabel } from "#lib/fleet/fields/version-update.ts";
import type { Worker } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import { workerPoolsOf } from "#lib/policy/maintenance/version-state.ts";
import { inlineStageLabel } from "#lib/words/version-stage.ts";
import { LabelledSelect } from "./labelled-select.tsx";
import { PoolEffectCell, PoolName, usePoolDraft } from "./pool-cells.tsx";
import { TargetVersionStatus, UnavailableVersions } from "./unavailable-versions.tsx";
import type { AllPoolsFormProps, PoolFormProps } from "./version-change-form-props.ts";

/** Form part with the machine image of every worker pool and the available images. */
export function PoolImagesForm({ effects, ...props }: AllPoolsFormProps) {
  const pools: readonly Worker[] = workerPoolsOf(props.context.shoot.spec);
  return (
    <section aria-labelledby="change-images" className="border-t border-hairline py-3.5">
      <h3 id="change-images" className="px-4 text-base font-medium">
        {text("Machine images")}
      </h3>
      <ul aria-label={text("Machine images of the pools")} className="mt-1 divide-y divide-hairline">
        {pools.map((pool) => (
          <PoolImage key={pool.name} pool={pool} effect={effects.get(pool.name)} {...props} />
        ))}
      </ul>
    </section>
  );
}

function PoolImage(props: PoolFormProps) {
  const { row, pool, context, draft, effect, obstacle, onPreview } = props;
  const own = usePoolDraft(draft, pool.name);
  const targets = useMemo(() => imageTargets(context, own, pool), [context, own, pool]);
  const preferred = preferredImageTarget(targets, pool);
  const { name = "", version = "" } = pool.machine?.image ?? {};
  const shown = imageVersionLabel({ name, version: version ?? "", pools: [pool.name] }, row);
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-3 text-sm lg:grid-cols-[10rem_minmax(0,1fr)_minmax(0,18rem)]">
      <div>
        <PoolName pool={pool} />
      </div>
      <div className="flex min-w-0 flex-col gap-2">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="text-secondary">{text("Has")}</span>
          <span className="font-mono" translate="no">
            {[name, shown].filter(Boolean).join(" ") || text("no image that is said")}
          </span>
          <TargetVersionStatus target={imageVersionStatus(context, pool)} />
        </p>
        <ImageChoice {...props} targets={targets} />
        {preferred && (
          <div>
            <Button
              size="sm"
              disabledReason={obstacle}
              aria-haspopup="dialog"
              onClick={({ currentTarget }) =>
                onPreview(withPoolEdit(draft, pool.name, { image: chosenImage(preferred) }), currentTarget)
              }
            >
              {text("Update to {version}…", { version: preferred.version })}
              <span className="sr-only"> {text("image of pool {name}", { name: pool.name })}</span>
            </Button>
          </div>
        )}
        <UnavailableVersions
          noun="image"
          whose={text("for pool {name}", { name: pool.name })}
          targets={targets.filter(({ verdict }) => verdict === "refused")}
        />
      </div>
      <PoolEffectCell effect={effect} />
    </li>
  );
}

function chosenImage({ image, version }: ImageTarget) {
  return { name: image, version };
}

function keyOf({ image, version }: ImageTarget): string {
  return `${image} ${version}`;
}

function ImageChoice({
  row,
  pool,
  draft,
  targets,
  onChange,
}: PoolFormProps & { readonly targets: readonly ImageTarget[] }) {
  const note = useId();
  const wanted = draft.pools[pool.name]?.image;
  const value = wanted === undefined ? "" : `${wanted.name} ${wanted.version}`;
  const chosen = targets.find((target) => keyOf(target) === value);
  const shown = targets.filter((target) => target.verdict !== "refused" || target === chosen);
  const choose = (key: string) => {
    const target = targets.find((candidate) => keyOf(candidate) === key);
    onChange(withPoolEdit(draft, pool.name, { image: target && chosenImage(target) }));
  };
  return (
    <>
      <LabelledSelect
        label={text("Image of pool {name}", { name: pool.name })}
        value={value}
        onChange={choose}
        describedBy={chosen ? note : undefined}
        invalid={chosen?.verdict === "refused"}
      >
        <option value="">{text("Leave as it is")}</option>
        {[...Map.groupBy(shown, ({ image }) => image)].map(([image, versions]) => (
          <optgroup key={image} label={image}>
            {versions.map((target) => (
              <option key={target.version} value={keyOf(target)}>
                {target.version} · {inlineStageLabel(target.classification)}
              </option>
            ))}
          </optgroup>
        ))}
      </LabelledSelect>
      {chosen && (
        <div id={note} className="flex flex-col gap-1">
          <TargetVersionStatus target={chosen} />
          <VersionRemarks version={chosen.version} image={chosen.image} profiles={profileNamesOf(row)} />
          <p className="text-secondary">{traitLabel(chosen)}</p>
          {chosen.reasons.length > 0 && <p className="text-pretty text-caution-text">{chosen.reasons.join(" ")}</p>}
        </div>
      )}
    </>
  );
}

function traitLabel({ kubelets, inPlaceFrom }: ImageTarget): string {
  const kubelet = kubelets === "" ? text("Runs every kubelet.") : text("Runs kubelets {kubelets}.", { kubelets });
  const inPlace =
    inPlaceFrom === ""
      ? text("Nodes cannot be updated to it in place.")
      : text("Nodes can be updated to it in place from {version} on.", { version: inPlaceFrom });
  return `${kubelet} ${inPlace}`;
}
