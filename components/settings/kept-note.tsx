"use client";

import { useQuery } from "@tanstack/react-query";
import { faultOf } from "#components/data/calls/api-problem.ts";
import { settingsQuery } from "#components/data/queries/settings-queries.ts";
import { useSettingsChange, useWhyUnkept } from "#components/data/session/use-settings-change.ts";
import { settingsHere, useUnkept } from "#components/data/settings/device-settings.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { settingsChangeSchema } from "#lib/contract/settings.ts";
import { settingLabels } from "#lib/view/settings/setting-words.ts";

/** Says what holds in this browser only, and why. */
export function KeptNote() {
  const unkept = useUnkept();
  const whyUnkept = useWhyUnkept();
  const { isError, error } = useQuery(settingsQuery);
  const { choose, isPending } = useSettingsChange();
  if (whyUnkept !== undefined) {
    return (
      <Notice hue="info" title="What you choose holds in this browser only">
        {whyUnkept}
      </Notice>
    );
  }
  if (unkept.length > 0 && !isPending) {
    const here = settingsChangeSchema.safeParse(settingsHere(unkept));
    return (
      <Notice
        hue="caution"
        title={`In this browser only: ${unkept.map((name) => settingLabels[name]).join(", ")}`}
        action={
          here.success && (
            <Button size="sm" onClick={() => choose(here.data)}>
              Use on every device
            </Button>
          )
        }
      >
        Not kept in the garden yet.
      </Notice>
    );
  }
  return isError ? (
    <Notice hue="caution" title="Your settings could not be read">
      You see what this browser has. {faultOf(error).detail}
    </Notice>
  ) : null;
}
