import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { versionsQuery } from "#components/data/queries/versions-queries.ts";
import { Field, formLabelClass } from "#components/ui/form/field.tsx";
import { Select } from "#components/ui/form/select.tsx";
import type { BulkRun } from "#lib/act/bulk/bulk-run.ts";
import { offeredVersions } from "#lib/act/bulk/offered-versions.ts";
import { text } from "#lib/language/text.ts";

interface VersionChoiceProps {
  readonly run: BulkRun;
  readonly onChoose: (version: string) => void;
}

/** To which version; those that the profiles of the marked clusters list, the newest first. */
export function VersionChoice({ run, onChoose }: VersionChoiceProps) {
  const profiles = useQuery(versionsQuery).data?.profiles;
  const rows = useQuery(fleetQuery).data?.rows;
  const versions = useMemo(() => {
    const marked = new Set(run.clusters.map(({ uid }) => uid));
    return offeredVersions(profiles ?? [], rows?.filter(({ uid }) => marked.has(uid)) ?? []);
  }, [profiles, rows, run.clusters]);
  const chosen = run.intent.kind === "kubernetes-version" ? run.intent.version : "";
  return (
    <Field label={text("Kubernetes version")} labelClass={formLabelClass} className="flex flex-col gap-1.5">
      {(control) => (
        <Select
          {...control}
          value={chosen}
          onChange={onChoose}
          options={[
            { value: "", label: text("Choose a version") },
            ...versions.map(({ version, clusters }) => ({
              value: version,
              label: text("{version} (listed for {clusters} of {all})", {
                version,
                clusters,
                all: run.clusters.length,
              }),
            })),
          ]}
        />
      )}
    </Field>
  );
}
