import { Link } from "#components/ui/address/link.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { text } from "#lib/language/text.ts";
import type { Readiness } from "#lib/policy/readiness/assess-readiness.ts";
import { readinessResultLabels } from "#lib/words/readiness/readiness-result-labels.ts";

/** Result of the readiness beside the step that it is about; leads to the findings. */
export function ReadinessTag({ result }: Pick<Readiness, "result">) {
  const { label, hue } = readinessResultLabels[result];
  return (
    <Link href="#readiness" className="mt-1.5 block w-fit rounded-tag hover:underline">
      <Tag hue={hue}>{text(label)}</Tag>
    </Link>
  );
}
