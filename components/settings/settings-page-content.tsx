"use client";

import { useQuery } from "@tanstack/react-query";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { settingsQuery } from "#components/data/queries/settings-queries.ts";
import { useSettingsChange, useSettingsUnsavedReason } from "#components/data/session/use-settings-change.ts";
import { readLocalSettings, useUnsavedSettings } from "#components/data/settings/device-settings.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Card } from "#components/ui/card.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { settingsChangeRequestSchema } from "#lib/contract/settings.ts";
import { text } from "#lib/language/text.ts";
import { settingLabels } from "#lib/user-settings/setting-labels.ts";
import { AppearanceCard } from "./appearance-card.tsx";
import { ClusterListSettingsCard } from "./cluster-list-settings-card.tsx";
import { OperatorSettingsCard } from "./operator-settings-card.tsx";
import { SwitchRow } from "./setting-row.tsx";
import { ShortcutSettingsCard } from "./shortcut-settings-card.tsx";

/** Page of the user's settings, which apply on all devices of the user. */
export function SettingsPageContent() {
  return (
    <div className="scrollbar-thin relative min-h-0 flex-1 overflow-y-auto px-4 py-4 sm:px-6">
      <div className="flex max-w-3xl flex-col gap-4">
        <h1 className="text-xl leading-tight font-semibold max-sm:text-lg">{text("Settings")}</h1>
        <p className="text-base text-pretty text-secondary">
          {text("Yours alone, on every device that you sign in with. Each holds as soon as you choose it.")}
        </p>
        <StoredNote />
        <AppearanceCard />
        <ClusterListSettingsCard />
        <NoticesCard />
        <ShortcutSettingsCard />
        <OperatorSettingsCard />
      </div>
    </div>
  );
}

function NoticesCard() {
  return (
    <Card id="notices" title={text("Notices")}>
      <div className="-my-3">
        <SwitchRow
          name="bell"
          change={(bell) => ({ bell })}
          hint={richText(
            "The bell counts what your <link>rules</link> report, besides the results of your own actions",
            {
              link: (rules) => (
                <Link href="/notices" className="font-medium text-link hover:underline">
                  {rules}
                </Link>
              ),
            },
          )}
        />
      </div>
    </Card>
  );
}

/** Note that settings apply in this browser only, with the reason. */
function StoredNote() {
  const unkept = useUnsavedSettings();
  const whyUnkept = useSettingsUnsavedReason();
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
    const here = settingsChangeRequestSchema.safeParse(readLocalSettings(unkept));
    return (
      <Notice
        hue="caution"
        title={text("In this browser only: {settings}", {
          settings: unkept.map((name) => text(settingLabels[name])).join(", "),
        })}
        act={here.success ? { label: text("Use on every device"), run: () => choose(here.data) } : undefined}
      >
        {text("Not kept in the garden yet.")}
      </Notice>
    );
  }
  return isError ? (
    <Notice hue="caution" title={text("Your settings could not be read")}>
      {text("You see what this browser has. {detail}", { detail: requestErrorOf(error).detail ?? "" })}
    </Notice>
  ) : null;
}
