import { OperatorText } from "#components/data/landscape/operator-text.tsx";
import { CheckField } from "#components/ui/form/check-field.tsx";
import type {
  LandscapeConfiguration,
  RestrictionOptionTexts,
} from "#lib/contract/landscape-configuration/landscape-configuration.ts";
import { fieldAt, stringAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { isOptionTicked, optionValueOf, restrictionTextsOf } from "#lib/landscape-configuration/restriction-options.ts";
import type { JsonObject } from "#lib/manifest/manifest.ts";

interface RestrictionChoicesProps {
  readonly landscape: LandscapeConfiguration;
  /** Names of the access restrictions to choose from. */
  readonly offered: readonly string[];
  /** Items of `spec.accessRestrictions`. */
  readonly held: readonly JsonObject[];
  readonly onChange: (held: readonly JsonObject[]) => void;
}

/** Boxes of access restrictions and their options, in the operator's words where there are some. */
export function RestrictionChoices({ landscape, offered, held, onChange }: RestrictionChoicesProps) {
  return offered.map((name) => {
    const texts = restrictionTextsOf(landscape, name);
    const restriction = held.find((each) => stringAt(each, "name") === name);
    return (
      <div key={name} className="flex flex-col gap-1.5">
        <CheckField
          label={restrictionTitle(landscape, name)}
          checked={restriction !== undefined}
          onChange={(isOn) =>
            onChange(isOn ? [...held, { name }] : held.filter((each) => stringAt(each, "name") !== name))
          }
        />
        <Description markup={texts?.input?.description} />
        {restriction !== undefined &&
          texts?.options?.map((option) => (
            <OptionBox
              key={option.key}
              option={option}
              isTicked={isOptionTicked(restriction, option)}
              onTick={(isTicked) => {
                const options = fieldAt(restriction, "options");
                const value = optionValueOf(option, isTicked);
                const changed = { ...restriction, options: { ...(isRecord(options) && options), [option.key]: value } };
                onChange(held.map((each) => (each === restriction ? changed : each)));
              }}
            />
          ))}
      </div>
    );
  });
}

/** Title of an access restriction in a form: the operator's, or its name. */
export function restrictionTitle(landscape: LandscapeConfiguration, name: string): string {
  const texts = restrictionTextsOf(landscape, name);
  return texts?.input?.title ?? texts?.display?.title ?? name;
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
      <Description markup={input?.description} />
    </div>
  );
}

function Description({ markup }: { readonly markup: string | undefined }) {
  if (markup === undefined) return null;
  return (
    <div className="ml-6 text-sm text-pretty text-secondary">
      <OperatorText text={markup} />
    </div>
  );
}
