import { Monitor, Moon, Sun } from "lucide-react";
import { useSettingsChange } from "#components/data/session/use-settings-change.ts";
import { useSetting } from "#components/data/settings/device-settings.ts";
import { Card } from "#components/ui/card.tsx";
import { Segments } from "#components/ui/form/segments.tsx";
import { settingChoices } from "#lib/contract/setting-choices.ts";
import { languages } from "#lib/language/languages.ts";
import { text } from "#lib/language/text.ts";
import { settingChoiceLabels, settingLabels } from "#lib/user-settings/setting-labels.ts";
import { clockLabels, clockNames } from "#lib/words/clock.ts";
import { SettingRow } from "./setting-row.tsx";

const themeIcons = {
  system: <Monitor aria-hidden />,
  light: <Sun aria-hidden />,
  dark: <Moon aria-hidden />,
} as const;

export function AppearanceCard() {
  const theme = useSetting("theme");
  const density = useSetting("density");
  const language = useSetting("language");
  const clock = useSetting("clock");
  const { choose } = useSettingsChange();
  return (
    <Card id="appearance" title={text("Appearance and dates")}>
      <div className="-my-3">
        <SettingRow title={text(settingLabels.theme)}>
          <Segments
            label={text(settingLabels.theme)}
            value={theme}
            options={settingChoices.theme.map((value) => ({
              value,
              label: text(settingChoiceLabels.theme[value]),
              icon: themeIcons[value],
            }))}
            onChange={(value) => choose({ theme: value })}
          />
        </SettingRow>
        <SettingRow title={text(settingLabels.density)} hint={text("How high the lines of the list of clusters are")}>
          <Segments
            label={text(settingLabels.density)}
            value={density}
            options={settingChoices.density.map((value) => ({
              value,
              label: text(settingChoiceLabels.density[value]),
            }))}
            onChange={(value) => choose({ density: value })}
          />
        </SettingRow>
        <SettingRow id="language" title={text(settingLabels.language)}>
          <Segments
            label={text(settingLabels.language)}
            value={language}
            options={settingChoices.language.map((value) => ({
              value,
              label: value === "auto" ? text("As the browser") : languages[value].name,
            }))}
            onChange={(value) => choose({ language: value })}
          />
        </SettingRow>
        <SettingRow
          id="clock"
          title={text(settingLabels.clock)}
          hint={text("Unless the clock switch of a page or a link asks for another")}
        >
          <Segments
            label={text(settingLabels.clock)}
            value={clock}
            options={clockNames.map((value) => ({ value, label: text(clockLabels[value].short) }))}
            onChange={(value) => choose({ clock: value })}
          />
        </SettingRow>
      </div>
    </Card>
  );
}
