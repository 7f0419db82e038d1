import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { useKeymap } from "#components/data/keys/own-key.ts";
import { UserShortcutHint } from "#components/data/keys/user-shortcut-hint.tsx";
import { useSettingsChange } from "#components/data/session/use-settings-change.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Field, verbatimInputProps } from "#components/ui/form/field.tsx";
import { inputClass } from "#components/ui/form/input-class.ts";
import { richText } from "#components/ui/rich-text.ts";
import { WhyDetails } from "#components/ui/why-details.tsx";
import { text } from "#lib/language/text.ts";
import { assignCustomKey, type ConfigurableKey, configurableKeysOf } from "#lib/view/keys/change-keys.ts";
import { type CustomKeymap, formatKeymap } from "#lib/view/keys/own-keys.ts";
import { SwitchRow } from "./setting-row.tsx";

/** Card of the shortcut settings: shortcuts can be switched off or bound to other keys, as WCAG 2.1.4 requires. */
export function ShortcutSettingsCard() {
  const keymap = useKeymap();
  const { choose } = useSettingsChange();
  const change = (next: CustomKeymap) => choose({ keymap: formatKeymap(next) });
  const changed = configurableKeysOf(keymap).filter(({ usual, own }) => usual !== own);
  return (
    <Card id="keys" title={text("Keys")}>
      <div className="-my-3">
        <SwitchRow
          name="keys"
          change={(keys) => ({ keys })}
          hint={richText("What one character does; <key></key> lists all keys", {
            key: () => <UserShortcutHint usual="?" />,
          })}
        />
        <div className="border-t border-hairline py-3">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-base">
              {changed.length === 0
                ? text("All keys are the usual ones.")
                : text("Changed: {keys}.", {
                    keys: changed.map(({ usual, own }) => text("{usual} is {own}", { usual, own })).join(", "),
                  })}
            </p>
            {changed.length > 0 && (
              <Button size="sm" onClick={() => change(new Map())}>
                <RotateCcw aria-hidden />
                {text("Reset all keys")}
              </Button>
            )}
          </div>
          <WhyDetails about={text("of the list and of pages")} label={text("Choose other keys")}>
            <ul aria-label={text("Keys")} className="grid gap-x-8 sm:grid-cols-2">
              {configurableKeysOf(keymap).map((line) => (
                <KeyLine key={line.usual} line={line} keymap={keymap} onChange={change} />
              ))}
            </ul>
          </WhyDetails>
        </div>
      </div>
    </Card>
  );
}

interface KeyLineProps {
  readonly line: ConfigurableKey;
  readonly keymap: CustomKeymap;
  readonly onChange: (keymap: CustomKeymap) => void;
}

function KeyLine({ line: { usual, own, does }, keymap, onChange }: KeyLineProps) {
  const [fault, setFault] = useState<string>();
  const press = (key: string) => {
    const next = assignCustomKey(keymap, usual, key);
    setFault(next.ok ? undefined : next.error);
    if (next.ok && key !== own) onChange(next.value);
  };
  return (
    <li className="border-b border-hairline py-1.5">
      <Field
        label={richText("{does}<key>, usually {usual}</key>", {
          ...{ does: does.map((each) => text(each)).join("; "), usual },
          key: (usually) => <span className="text-tertiary">{usually}</span>,
        })}
        labelClass="min-w-0 flex-1 text-base text-ink"
        className="flex flex-wrap items-center gap-x-3 gap-y-1"
        error={fault}
        alerts
      >
        {(control) => (
          <input
            {...verbatimInputProps}
            {...control}
            value={own}
            onFocus={({ target }) => target.select()}
            onBlur={() => setFault(undefined)}
            onChange={({ target }) => press([...target.value.replace(own, "")].at(-1) ?? own)}
            className={`${inputClass} h-8 w-12! px-0! text-center text-base`}
          />
        )}
      </Field>
    </li>
  );
}
