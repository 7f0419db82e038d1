import { clsx } from "clsx";
import { OctagonAlert, TriangleAlert } from "lucide-react";
import { useMemo } from "react";
import { Card } from "#components/ui/card.tsx";
import { hueSolidTextClasses } from "#components/ui/hue-classes.ts";
import { profileKey } from "#lib/fleet/profile-key.ts";
import { text } from "#lib/language/text.ts";
import { profileFindings } from "#lib/policy/profiles/profile-findings.ts";
import type { ClassificationContext } from "#lib/policy/versions/classify.ts";
import {
  describeProfileFinding,
  type FindingDescription,
  isFindingAboutSubject,
} from "#lib/view/versions/finding-descriptions.ts";
import type { ProfileWithUsage, VersionsPageSubject } from "#lib/view/versions/version-rows.ts";
import { addressOfClustersOnVersion, ClustersLink } from "./clusters-link.tsx";

interface FindingsProps {
  readonly chosen: readonly ProfileWithUsage[];
  /** Kubernetes or the machine image that the page shows. Findings on other images are on the pages of those images. */
  readonly subject: VersionsPageSubject;
  readonly reading: ClassificationContext;
}

interface Found extends FindingDescription {
  readonly read: ProfileWithUsage;
  readonly id: string;
}

const mostShown = 5;

/** Card of problems in a CloudProfile that its maintainer should fix, most serious first. */
export function FindingsCard({ chosen, subject, reading }: FindingsProps) {
  const found = useMemo(() => {
    const all = chosen.flatMap((read) =>
      profileFindings(read.prepared, read.usage, reading)
        .filter((finding) => isFindingAboutSubject(finding, subject))
        .map((finding): Found => {
          const words = describeProfileFinding(finding);
          return { ...words, read, id: `${profileKey(read.profile)} ${finding.id} ${words.sentence}` };
        }),
    );
    return all.sort((a, b) => Number(a.hue !== "negative") - Number(b.hue !== "negative"));
  }, [chosen, subject, reading]);
  if (found.length === 0) return null;
  const comparing = chosen.length > 1;
  return (
    <Card id="findings" title={text("Findings")} aside={<Count found={found} />} flush>
      <ul className="divide-y divide-hairline text-sm">
        {found.slice(0, mostShown).map((finding) => (
          <Finding key={finding.id} finding={finding} comparing={comparing} />
        ))}
      </ul>
      {found.length > mostShown && (
        <details className="border-t border-hairline text-sm">
          <summary className="px-4 py-2 text-link hover:underline">
            {text("{count} more", { count: found.length - mostShown })}
          </summary>
          <ul className="divide-y divide-hairline border-t border-hairline">
            {found.slice(mostShown).map((finding) => (
              <Finding key={finding.id} finding={finding} comparing={comparing} />
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}

function Count({ found }: { readonly found: readonly Found[] }) {
  const critical = found.filter(({ hue }) => hue === "negative").length;
  return <span className="text-sm text-secondary">{countLabel(critical, found.length)}</span>;
}

function countLabel(critical: number, findings: number): string {
  if (critical === findings) return text("{critical} critical", { critical });
  return critical > 0
    ? text("{critical} critical, {findings, plural, one {# finding} other {# findings}} in all", { critical, findings })
    : text("{findings, plural, one {# finding} other {# findings}} in all", { findings });
}

function Finding({ finding, comparing }: { readonly finding: Found; readonly comparing: boolean }) {
  const { hue, sentence, remedy, clusters, read } = finding;
  const Icon = hue === "negative" ? OctagonAlert : TriangleAlert;
  return (
    <li className="flex items-start gap-2.5 px-4 py-2">
      <Icon aria-hidden className={clsx("mt-0.5 size-4 shrink-0", hueSolidTextClasses[hue])} />
      <p className="min-w-0 flex-1">
        <span className="sr-only">{hue === "negative" ? text("Critical:") : text("Warning:")} </span>
        {comparing && <span className="text-tertiary">{profileKey(read.profile)}: </span>}
        <span className="font-medium">{sentence}</span> <span className="text-secondary">{remedy}</span>
      </p>
      {clusters && (
        <ClustersLink
          href={addressOfClustersOnVersion(read.profile, clusters.key, clusters.value)}
          count={clusters.count}
          on={clusters.value}
        />
      )}
    </li>
  );
}
