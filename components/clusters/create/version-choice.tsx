import { clsx } from "clsx";
import { useId, useState } from "react";
import { VersionRemarks } from "#components/data/announcements/version-remarks.tsx";
import { VersionClassificationTag } from "#components/data/fleet-parts/version-classification-tag.tsx";
import { Button } from "#components/ui/button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Tag } from "#components/ui/tag.tsx";
import type { VersionForNewCluster } from "#lib/contract/new-cluster.ts";
import { text } from "#lib/language/text.ts";

interface OfferedVersion {
  readonly version: string;
  readonly stage: string;
}

interface VersionChoiceProps {
  /** What the version is of; for screen readers. */
  readonly label: string;
  /** Name of the machine image; absent for Kubernetes. */
  readonly image?: string | undefined;
  /** Names of the profile that offers the versions, and of its parent. */
  readonly profiles: readonly string[] | undefined;
  readonly value: string;
  /** Versions that a new cluster may have, newest first. */
  readonly offered: readonly OfferedVersion[];
  /** What happens to a cluster with each version; undefined while it is worked out, empty if it is not. */
  readonly described: readonly VersionForNewCluster[] | undefined;
  readonly error: string | undefined;
  readonly onChoose: (version: string) => void;
}

/** Number of versions shown at first: the recommended one and the chosen one are always among them. */
const shownAtFirst = 4;

/** Choice of one version, each with its class and with how long it lasts, from the forecast of the cluster. */
export function VersionChoice({
  label,
  image,
  profiles,
  value,
  offered,
  described,
  error,
  onChoose,
}: VersionChoiceProps) {
  const [showsAll, setShowsAll] = useState(false);
  const id = useId();
  const listed = offered.some(({ version }) => version === value) ? offered : [...unlisted(value), ...offered];
  const descriptions = new Map(described?.map((each) => [each.version, each]));
  const isKept = ({ version }: OfferedVersion, index: number) =>
    showsAll || index < shownAtFirst || version === value || descriptions.get(version)?.recommended !== undefined;
  const shown = listed.filter(isKept);
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{label}</legend>
      <ul className="-mx-1 flex flex-col">
        {shown.map(({ version, stage }) => {
          const description = descriptions.get(version);
          const isChosen = version === value;
          return (
            <li key={version}>
              <label
                className={clsx(
                  "grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-start gap-x-2.5 rounded-control px-1.5 py-1.5",
                  isChosen ? "bg-selected" : "hover:bg-hover",
                )}
              >
                <input
                  type="radio"
                  name={id}
                  value={version}
                  checked={isChosen}
                  onChange={() => onChoose(version)}
                  className="mt-1 accent-primary"
                />
                <span className="min-w-0">
                  <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                    <span className="font-medium tabular-nums">{version}</span>
                    <VersionClassificationTag classification={stage} />
                    {description?.recommended !== undefined && <Tag hue="positive">{text("Recommended")}</Tag>}
                  </span>
                  <VersionRemarks version={version} image={image} profiles={profiles} />
                  <span className="mt-0.5 block text-sm text-pretty text-secondary">
                    {description === undefined
                      ? described === undefined && <Skeleton className="h-4 w-2/3" />
                      : [description.sentence, description.recommended].filter((each) => each !== undefined).join(" ")}
                  </span>
                </span>
              </label>
            </li>
          );
        })}
      </ul>
      {listed.length > shown.length && (
        <Button size="sm" variant="ghost" className="mt-1" onClick={() => setShowsAll(true)}>
          {text("Show {count} more versions", { count: listed.length - shown.length })}
        </Button>
      )}
      {error !== undefined && <p className="mt-1 text-sm text-pretty text-negative-text">{error}</p>}
    </fieldset>
  );
}

function unlisted(version: string): readonly OfferedVersion[] {
  return version === "" ? [] : [{ version, stage: "not-in-profile" }];
}
