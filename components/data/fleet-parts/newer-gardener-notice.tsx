import { Suspense } from "react";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { text } from "#lib/language/text.ts";
import type { DecidingReleaseTexts } from "./rules-in-doubt-details.tsx";

// Loaded on demand: the table of all rules is large, and few gardens are newer than Almanac.
const RulesInDoubtDetails = lazyComponent(
  async () => (await import("./rules-in-doubt-details.tsx")).RulesInDoubtDetails,
);

/** Notice that a release of Gardener is newer than the known rules, with the statements that this puts in doubt. */
export function NewerGardenerNotice({
  sentence,
  ...releases
}: DecidingReleaseTexts & {
  /** Which release is newer. */
  readonly sentence: string;
}) {
  return (
    <Notice hue="info" title={text("Gardener is newer than this Almanac knows")}>
      {sentence}
      <Suspense>
        <RulesInDoubtDetails {...releases} />
      </Suspense>
    </Notice>
  );
}
