import { Notice } from "#components/ui/notice.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { text } from "#lib/language/text.ts";
import type { DraftKeeping } from "./use-manifest-draft.ts";

interface ManifestNoticesProps {
  readonly keeping: DraftKeeping;
  readonly completion: string | undefined;
}

const mostShown = 12;

/** What happened around the edit: it was kept, others changed the cluster, the garden has no schema. */
export function ManifestNotices({ keeping: { restored, edited, taken, following }, completion }: ManifestNoticesProps) {
  return (
    <>
      {restored && edited && taken.length === 0 && (
        <Notice hue="info" title={text("Your unsaved changes were restored")}>
          {text("They were saved in this tab.")}
        </Notice>
      )}
      {taken.length > 0 && (
        <Notice hue="info" title={text("Changes by others were merged into your text")} live>
          <Taken paths={taken} />
        </Notice>
      )}
      {following.kind === "unreadable" && (
        <Notice hue="caution" title={text("Others have changed the cluster meanwhile")} live>
          {text("Their changes are merged as soon as the errors below are fixed.")}
        </Notice>
      )}
      {completion !== undefined && (
        <Notice hue="neutral" title={text("Completion and checks by the schema are off")}>
          {completion} {text("You can still edit. The garden checks what you save.")}
        </Notice>
      )}
    </>
  );
}

/** The fields that came in from others. */
function Taken({ paths }: { readonly paths: readonly string[] }) {
  const more = paths.length - mostShown;
  const fields = () =>
    paths.slice(0, mostShown).map((path, index) => (
      <span key={path}>
        {index > 0 && ", "}
        <code translate="no" className="break-all">
          {path}
        </code>
      </span>
    ));
  if (more > 0) {
    return richText(
      "These fields you had not touched: <fields></fields> and {more} more. Your own changes are unchanged.",
      {
        more,
        fields,
      },
    );
  }
  return richText(
    "{count, plural, one {This field} other {These fields}} you had not touched: <fields></fields>. Your own changes are unchanged.",
    { count: paths.length, fields },
  );
}
