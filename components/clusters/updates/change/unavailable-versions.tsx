import type { ReactNode } from "react";
import { VersionClassificationTag } from "#components/data/fleet-parts/version-classification-tag.tsx";
import { richText } from "#components/ui/rich-text.ts";
import type { VersionOption } from "#lib/act/updates/version-option.ts";
import { message, text } from "#lib/language/text.ts";
import { versionEndLabel } from "#lib/words/version-end.ts";

const headings = {
  version: message(
    "{count, plural, one {# unavailable version} other {# unavailable versions}}<whose></whose> (show reasons)",
  ),
  image: message(
    "{count, plural, one {# unavailable image} other {# unavailable images}}<whose></whose> (show reasons)",
  ),
} as const;

interface RefusedTargetsProps {
  /** What the unavailable targets are, such as versions, for the heading. */
  readonly noun: keyof typeof headings;
  readonly targets: readonly (VersionOption & { readonly image?: string })[];
  /** Whether the list is expanded at first. */
  readonly open?: boolean;
  /** What the versions are for, added for screen reader users who read the heading without its context. */
  readonly whose: string;
}

/** Collapsible list of unavailable versions with reasons. Versions that are merely too old share one line. */
export function UnavailableVersions({ noun, targets, whose, open = false }: RefusedTargetsProps) {
  if (targets.length === 0) return null;
  const older = targets.filter(({ codes }) => codes.every((code) => code === "K8S_DOWNGRADE"));
  const others = targets.filter((target) => !older.includes(target));
  return (
    <details open={open} className="text-sm">
      <summary className="w-fit cursor-pointer rounded-tag py-1 text-secondary hover:text-ink">
        {richText(headings[noun], {
          count: targets.length,
          whose: () => <span className="sr-only"> {whose}</span>,
        })}
      </summary>
      <ul className="mt-1 divide-y divide-hairline border-l-2 border-hairline pl-3">
        {others.map((target) => (
          <Refused key={nameOf(target)} name={nameOf(target)} aside={<TargetVersionStatus target={target} />}>
            {target.reasons.join(" ")}
          </Refused>
        ))}
        {older.length > 0 && (
          <Refused name={older.map(({ version }) => version).join(", ")}>
            {text("Older than what runs. Kubernetes cannot be downgraded.")}
          </Refused>
        )}
      </ul>
    </details>
  );
}

function nameOf({ image, version }: RefusedTargetsProps["targets"][number]): string {
  return image === undefined ? version : `${image} ${version}`;
}

interface RefusedProps {
  readonly name: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

function Refused({ name, aside, children }: RefusedProps) {
  return (
    <li className="py-2">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-mono" translate="no">
          {name}
        </span>
        {aside}
      </span>
      <span className="mt-0.5 block text-pretty text-secondary">{children}</span>
    </li>
  );
}

/** Classification of a version, such as supported or deprecated, and when it ends. */
export function TargetVersionStatus({
  target: { classification, expiresAt },
}: {
  readonly target: Pick<VersionOption, "classification" | "expiresAt">;
}) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <VersionClassificationTag classification={classification} />
      <span className="text-sm text-secondary">{versionEndLabel(classification, expiresAt)}</span>
    </span>
  );
}
