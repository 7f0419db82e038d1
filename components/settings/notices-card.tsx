"use client";

import { useSettingsChange } from "#components/data/session/use-settings-change.ts";
import { useSetting } from "#components/data/settings/device-settings.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Card } from "#components/ui/card.tsx";
import { CheckField } from "#components/ui/form/check-field.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { text } from "#lib/language/text.ts";
import { settingLabels } from "#lib/user-settings/setting-words.ts";
import { OnFor, SettingRow } from "./setting-row.tsx";

export function NoticesCard() {
  const on = useSetting("bell") === "on";
  const { choose } = useSettingsChange();
  return (
    <Card id="notices" title={text("Notices")}>
      <div className="-my-3">
        <SettingRow
          title={text(settingLabels.bell)}
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
        >
          <CheckField
            label={<OnFor name={text(settingLabels.bell)} />}
            checked={on}
            onChange={(now) => choose({ bell: now ? "on" : "off" })}
            className="text-base"
          />
        </SettingRow>
      </div>
    </Card>
  );
}
