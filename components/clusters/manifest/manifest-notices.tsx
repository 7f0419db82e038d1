import { Notice } from "#components/ui/notice.tsx";
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
        <Notice hue="info" title="Your unsaved changes were restored">
          They were saved in this tab.
        </Notice>
      )}
      {taken.length > 0 && (
        <Notice hue="info" title="Changes by others were merged into your text" live>
          {taken.length === 1 ? "This field" : "These fields"} you had not touched:{" "}
          {taken.slice(0, mostShown).map((path, index) => (
            <span key={path}>
              {index > 0 && ", "}
              <code translate="no" className="break-all">
                {path}
              </code>
            </span>
          ))}
          {taken.length > mostShown && ` and ${taken.length - mostShown} more`}. Your own changes are unchanged.
        </Notice>
      )}
      {following.kind === "unreadable" && (
        <Notice hue="caution" title="Others have changed the cluster meanwhile" live>
          Their changes are merged as soon as the errors below are fixed.
        </Notice>
      )}
      {completion !== undefined && (
        <Notice hue="neutral" title="Completion and checks by the schema are off">
          {completion} You can still edit. The garden checks what you save.
        </Notice>
      )}
    </>
  );
}
