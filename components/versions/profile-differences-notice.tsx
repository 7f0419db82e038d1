import { Notice } from "#components/ui/notice.tsx";
import { profileKey } from "#lib/fleet/profile-key.ts";
import { text } from "#lib/language/text.ts";
import { describeProfileDifference } from "#lib/view/versions/describe-profile-difference.ts";
import type { ProfileDifference } from "#lib/view/versions/profile-differences.ts";
import type { ProfileWithUsage } from "#lib/view/versions/version-rows.ts";

const mostShown = 8;

interface PolicyChangesProps {
  readonly read: ProfileWithUsage;
  readonly differences: readonly ProfileDifference[];
  readonly onSeen: () => void;
}

/** Notice that lists how a CloudProfile differs from the one that the user saw last. */
export function ProfileDifferencesNotice({ read, differences, onSeen }: PolicyChangesProps) {
  const { profile, usage } = read;
  const clustersOf = ({ image, version }: ProfileDifference) =>
    (image === undefined ? usage.kubernetes.get(version) : usage.images.get(image)?.get(version))?.clusters ?? 0;
  const shown = differences.slice(0, mostShown);
  return (
    <Notice
      hue="info"
      live
      title={text("{profile} has changed since you last looked", { profile: profileKey(profile) })}
      act={{ label: text("Got it"), run: onSeen }}
    >
      <ul className="list-disc pl-4">
        {shown.map((difference) => (
          <li key={`${difference.image ?? ""} ${difference.version} ${difference.kind}`}>
            {affectsLabel(difference, clustersOf(difference))}
          </li>
        ))}
        {differences.length > mostShown && (
          <li>{text("and {count} more", { count: differences.length - mostShown })}</li>
        )}
      </ul>
    </Notice>
  );
}

function affectsLabel(difference: ProfileDifference, clusters: number): string {
  const words = describeProfileDifference(difference);
  return clusters === 0
    ? words
    : text("{words}, affects {clusters, plural, one {# cluster} other {# clusters}}", { words, clusters });
}
