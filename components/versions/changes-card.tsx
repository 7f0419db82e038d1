import { useMemo } from "react";
import { Card } from "#components/ui/card.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { cloudProfileSpecSchema } from "#lib/contract/profile-spec.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import { text } from "#lib/language/text.ts";
import { describeProfileDifference } from "#lib/view/versions/describe-profile-difference.ts";
import type { ProfilePatchFormats } from "#lib/view/versions/format-profile-patch.ts";
import { profileDifferences, profileSnapshotOf } from "#lib/view/versions/profile-differences.ts";

interface ChangesProps {
  readonly base: unknown;
  readonly spec: CloudProfileSpec | undefined;
  /** The change to copy; undefined if nothing differs, and for a new profile. */
  readonly formats: ProfilePatchFormats | undefined;
  /** What a new profile is compared with; undefined for a change of one that was read. */
  readonly parent?: string | undefined;
  readonly isChanged: boolean;
  /** Whether the YAML text has errors: then there is no patch to export. */
  readonly hasFaults: boolean;
}

function seenOf(spec: unknown) {
  const parsed = cloudProfileSpecSchema.safeParse(spec);
  return profileSnapshotOf(parsed.success ? parsed.data : undefined);
}

/** Card that describes the change of a profile in words, and as a patch to copy. */
export function ChangesCard({ base, spec, formats: texts, parent, isChanged, hasFaults }: ChangesProps) {
  const differences = useMemo(
    () => (spec === undefined ? [] : profileDifferences(seenOf(base), seenOf(spec))),
    [base, spec],
  );
  return (
    <Card id="changes" title={text("Your change")}>
      {!isChanged || spec === undefined ? (
        <p className="text-base text-secondary">
          {spec === undefined
            ? text("The text cannot be read yet.")
            : parent === undefined
              ? text("Nothing differs from the profile as it was read.")
              : text("Nothing differs from {parent} yet.", { parent })}
        </p>
      ) : (
        <div className="flex flex-col gap-3 text-sm">
          {differences.length > 0 ? (
            <ul className="list-disc pl-4">
              {differences.map((difference) => (
                <li key={`${difference.image ?? ""} ${difference.version} ${difference.kind}`}>
                  {describeProfileDifference(difference)}
                </li>
              ))}
            </ul>
          ) : (
            <p>
              {texts === undefined
                ? text("No stage and no end of a version changes, but something else does: see the YAML.")
                : text("No stage and no end of a version changes, but something else does: see the patch.")}
            </p>
          )}
          {!hasFaults && texts && (
            <div className="flex flex-wrap gap-2">
              <CopyButton size="sm" text={texts.command} label={text("Copy kubectl command")} />
              <CopyButton size="sm" text={texts.yaml} label={text("Copy patch as YAML")} />
              <CopyButton size="sm" text={texts.json} label={text("Copy patch as JSON")} />
            </div>
          )}
          {texts && (
            <details>
              <summary className="w-fit text-link hover:underline">{text("Show the patch")}</summary>
              <pre
                // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys.
                tabIndex={0}
                className="scrollbar-thin mt-2 max-h-72 overflow-auto rounded-control border border-hairline bg-surface p-3 text-xs"
              >
                {texts.yaml}
              </pre>
            </details>
          )}
        </div>
      )}
    </Card>
  );
}
