import { ExternalLink } from "lucide-react";
import { WhyDetails } from "#components/ui/why-details.tsx";
import { text } from "#lib/language/text.ts";
import { kubernetesSupportOf } from "#lib/policy/versions/kubernetes-support.ts";
import { describeKubernetesSupport, formatSupportDay } from "#lib/words/versions/kubernetes-support-descriptions.ts";

interface KubernetesSupportListProps {
  /** Minors such as `1.33`, in the order of the list. */
  readonly minors: readonly string[];
  /** Current time in epoch milliseconds; undefined if the page tells the dates elsewhere, so that only sources are listed. */
  readonly nowAt?: number;
}

/** Section with the end of the Kubernetes project's support of some minors, and where each date was read. */
export function KubernetesSupportList({ minors, nowAt }: KubernetesSupportListProps) {
  const listed = nowAt === undefined ? minors.filter((minor) => kubernetesSupportOf(minor) !== undefined) : minors;
  if (listed.length === 0) return null;
  const contents = (
    <>
      <ul className="mt-1 list-disc pl-4">
        {listed.map((minor) => (
          <li key={minor}>
            {nowAt === undefined ? `${minor}:` : describeKubernetesSupport(minor, nowAt)} <SourceLink minor={minor} />
          </li>
        ))}
      </ul>
      <p className="mt-1">
        {text("Gardener does not act on these dates: it follows the dates of the profile, which can differ.")}
      </p>
    </>
  );
  return (
    <section aria-labelledby="kubernetes-support-title" className="text-sm text-secondary">
      <h2 id="kubernetes-support-title" className="font-medium text-ink">
        {text("Support by the Kubernetes project")}
      </h2>
      {nowAt === undefined ? (
        contents
      ) : (
        <WhyDetails label={text("Dates and sources")} about={text("of the Kubernetes project")}>
          {contents}
        </WhyDetails>
      )}
    </section>
  );
}

function SourceLink({ minor }: { readonly minor: string }) {
  const support = kubernetesSupportOf(minor);
  if (support === undefined) return null;
  return (
    <a
      href={support.source}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1 text-link hover:underline"
    >
      {text("Source, read {at}", { at: formatSupportDay(support.readOn) })}
      <ExternalLink aria-hidden className="size-3.5" />
      <span className="sr-only"> {text("for Kubernetes {minor} (opens in a new tab)", { minor })}</span>
    </a>
  );
}
