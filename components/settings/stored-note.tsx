import { useQuery } from "@tanstack/react-query";
import { faultOf } from "#components/data/calls/api-problem.ts";
import { settingsQuery } from "#components/data/queries/settings-queries.ts";
import { useSettingsChange, useWhyUnsaved } from "#components/data/session/use-settings-change.ts";
import { settingsHere, useUnsaved } from "#components/data/settings/device-settings.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { settingsChangeSchema } from "#lib/contract/settings.ts";
import { text } from "#lib/language/text.ts";
import { settingLabels } from "#lib/user-settings/setting-words.ts";

/** Says what holds in this browser only, and why. */
export function StoredNote() {
  const unkept = useUnsaved();
  const whyUnkept = useWhyUnsaved();
  const { isError, error } = useQuery(settingsQuery);
  const { choose, isPending } = useSettingsChange();
  if (whyUnkept !== undefined) {
    return (
      <Notice hue="info" title={text("What you choose holds in this browser only")}>
        {whyUnkept}
      </Notice>
    );
  }
  if (unkept.length > 0 && !isPending) {
    const here = settingsChangeSchema.safeParse(settingsHere(unkept));
    return (
      <Notice
        hue="caution"
        title={text("In this browser only: {settings}", {
          settings: unkept.map((name) => text(settingLabels[name])).join(", "),
        })}
        action={
          here.success && (
            <Button size="sm" onClick={() => choose(here.data)}>
              {text("Use on every device")}
            </Button>
          )
        }
      >
        {text("Not kept in the garden yet.")}
      </Notice>
    );
  }
  return isError ? (
    <Notice hue="caution" title={text("Your settings could not be read")}>
      {text("You see what this browser has. {detail}", { detail: faultOf(error).detail ?? "" })}
    </Notice>
  ) : null;
}
