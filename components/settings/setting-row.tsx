import type { ReactNode } from "react";
import { useSettingsChange } from "#components/data/session/use-settings-change.ts";
import { useSetting } from "#components/data/settings/device-settings.ts";
import { CheckField } from "#components/ui/form/check-field.tsx";
import type { SettingsChangeRequest } from "#lib/contract/settings.ts";
import { text } from "#lib/language/text.ts";
import { settingLabels } from "#lib/user-settings/setting-labels.ts";

interface SettingRowProps {
  /** Id of the row, for links to the setting. */
  readonly id?: string;
  readonly title: string;
  readonly hint?: ReactNode;
  readonly children: ReactNode;
}

/** Row of one setting: its description on the left, its control on the right, or below it on narrow screens. */
export function SettingRow({ id, title, hint, children }: SettingRowProps) {
  return (
    <div
      id={id}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 not-first:border-t not-first:border-hairline"
    >
      <div className="min-w-0 grow basis-60">
        <p className="text-base font-medium">{title}</p>
        {hint !== undefined && <div className="text-sm text-pretty text-secondary">{hint}</div>}
      </div>
      <div className="max-w-full shrink-0">{children}</div>
    </div>
  );
}

interface SwitchRowProps extends Pick<SettingRowProps, "id" | "hint"> {
  readonly name: "bell" | "keys" | "readOnly";
  readonly change: (value: "on" | "off") => SettingsChangeRequest;
}

/** Row of a setting that is either on or off. */
export function SwitchRow({ name, change, ...row }: SwitchRowProps) {
  const on = useSetting(name) === "on";
  const { choose } = useSettingsChange();
  const title = text(settingLabels[name]);
  const label = (
    <>
      <span className="sr-only">{title}: </span>
      {text("On")}
    </>
  );
  return (
    <SettingRow {...row} title={title}>
      <CheckField
        label={label}
        checked={on}
        onChange={(now) => choose(change(now ? "on" : "off"))}
        className="text-base"
      />
    </SettingRow>
  );
}
