import { useLandscapeConfiguration } from "#components/data/landscape/landscape-configuration-query.ts";
import { OperatorText } from "#components/data/landscape/operator-text.tsx";
import { CheckField } from "#components/ui/form/check-field.tsx";
import type { RestrictionOptionTexts } from "#lib/contract/landscape-configuration/landscape-configuration.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import {
  isOptionTicked,
  noRestrictionText,
  optionValueOf,
  restrictionTextsOf,
} from "#lib/landscape-configuration/restriction-options.ts";
import { text } from "#lib/language/text.ts";
import type { JsonObject } from "#lib/manifest/manifest.ts";
import type { DraftFields } from "../draft-fields.ts";
import { FoldedSetting } from "../folded-setting.tsx";

/** Setting of the access restrictions that the region offers, in the operator's words where there are some. */
export function AccessRestrictions({ fields: { shoot, profile, set, errorAt } }: { readonly fields: DraftFields }) {
  const landscape = useLandscapeConfiguration();
  const region = profile?.regions.find(({ name }) => name === stringAt(shoot, "spec", "region"));
  const held = listAt(shoot, "spec", "accessRestrictions").filter(isRecord);
  const chosen = held.flatMap((each) => stringAt(each, "name") ?? []);
  const offered = [...new Set([...(region?.accessRestrictions ?? []), ...chosen])];
  const titleOf = (name: string) => {
    const texts = restrictionTextsOf(landscape, name);
    return texts?.input?.title ?? texts?.display?.title ?? name;
  };
  const write = (next: readonly JsonObject[]) =>
    set(["spec", "accessRestrictions"], next.length === 0 ? undefined : next);
  if (offered.length === 0) {
    const { name: cloudProfileName = "", kind: cloudProfileKind = "" } = profile ?? {};
    const none = noRestrictionText(landscape, { region: region?.name ?? "", cloudProfileName, cloudProfileKind });
    if (none === undefined || region === undefined) return null;
    return (
      <FoldedSetting title={text("Access restrictions")} summary={text("None")} error={undefined}>
        <p className="text-sm text-pretty text-secondary">{none}</p>
      </FoldedSetting>
    );
  }
  return (
    <FoldedSetting
      title={text("Access restrictions")}
      summary={chosen.length === 0 ? text("None") : chosen.map(titleOf).join(", ")}
      error={errorAt("spec", "accessRestrictions")}
    >
      {offered.map((name) => {
        const texts = restrictionTextsOf(landscape, name);
        const restriction = held.find((each) => stringAt(each, "name") === name);
        return (
          <div key={name} className="flex flex-col gap-1.5">
            <CheckField
              label={titleOf(name)}
              checked={restriction !== undefined}
              onChange={(isOn) =>
                write(isOn ? [...held, { name }] : held.filter((each) => stringAt(each, "name") !== name))
              }
            />
            <Description text={texts?.input?.description} />
            {restriction !== undefined &&
              texts?.options?.map((option) => (
                <OptionBox
                  key={option.key}
                  option={option}
                  isTicked={isOptionTicked(restriction, option)}
                  onTick={(isTicked) => {
                    const options = fieldAt(restriction, "options");
                    const value = optionValueOf(option, isTicked);
                    const changed = {
                      ...restriction,
                      options: { ...(isRecord(options) && options), [option.key]: value },
                    };
                    write(held.map((each) => (each === restriction ? changed : each)));
                  }}
                />
              ))}
          </div>
        );
      })}
    </FoldedSetting>
  );
}

interface OptionBoxProps {
  readonly option: RestrictionOptionTexts;
  readonly isTicked: boolean;
  readonly onTick: (isTicked: boolean) => void;
}

function OptionBox({ option: { key, input, display }, isTicked, onTick }: OptionBoxProps) {
  return (
    <div className="ml-6">
      <CheckField label={input?.title ?? display?.title ?? key} checked={isTicked} onChange={onTick} />
      <Description text={input?.description} />
    </div>
  );
}

function Description({ text: description }: { readonly text: string | undefined }) {
  if (description === undefined) return null;
  return (
    <div className="ml-6 text-sm text-pretty text-secondary">
      <OperatorText text={description} />
    </div>
  );
}
