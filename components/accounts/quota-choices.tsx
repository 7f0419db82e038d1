import { CutListNote } from "#components/ui/cut-list/cut-list-note.tsx";
import { CheckField } from "#components/ui/form/check-field.tsx";
import type { OfferedQuota, OfferedQuotas } from "#lib/contract/project/accounts.ts";
import { text } from "#lib/language/text.ts";
import { findQuotaReferenceErrors } from "#lib/policy/accounts/find-quota-reference-errors.ts";
import { shortestLifetimeDays } from "#lib/policy/controllers/lifetime.ts";
import type { QuotaReference } from "#lib/policy/projects/quota-references.ts";
import { describeFieldError } from "#lib/words/field-error-descriptions.ts";
import { describeAccountLifetime, describeOfferedQuota } from "#lib/words/project/quota-labels.ts";

const isSame = (one: QuotaReference, other: QuotaReference) =>
  one.name === other.name && one.namespace === other.namespace;

/** Why the garden refuses some Quotas together; undefined if it does not. */
export function quotaChoiceError(chosen: readonly QuotaReference[], offered: OfferedQuotas): string | undefined {
  const [error] = findQuotaReferenceErrors(
    chosen,
    (reference) => offered.quotas.find((quota) => isSame(quota, reference))?.scope ?? null,
  );
  return error && describeFieldError(error);
}

interface QuotaChoicesProps {
  readonly offered: OfferedQuotas;
  readonly namespace: string;
  readonly chosen: readonly QuotaReference[];
  /** What the server has refused about them. */
  readonly refused: string | undefined;
  readonly onChoose: (chosen: readonly QuotaReference[]) => void;
}

/** The Quotas that a new account can name, with what each does to its clusters. */
export function QuotaChoices({ offered, namespace, chosen, refused, onChoose }: QuotaChoicesProps) {
  const { quotas } = offered;
  if (quotas.length === 0) return null;
  const error = quotaChoiceError(chosen, offered) ?? refused;
  const isChosen = (quota: OfferedQuota) => chosen.some((each) => isSame(each, quota));
  const lifetime = shortestLifetimeDays(quotas.filter(isChosen).map(({ lifetimeDays }) => lifetimeDays));
  return (
    <fieldset>
      <legend className="text-sm font-medium">{text("Quotas (optional)")}</legend>
      <p className="text-sm text-pretty text-tertiary">{text("The quotas of an account can never change.")}</p>
      <div className="scrollbar-thin relative mt-1 flex max-h-64 flex-col gap-2 overflow-y-auto">
        {quotas.map((quota) => {
          const reference = { namespace: quota.namespace, name: quota.name };
          return (
            <CheckField
              key={`${quota.namespace}/${quota.name}`}
              checked={isChosen(quota)}
              onChange={(isOn) =>
                onChoose(isOn ? [...chosen, reference] : chosen.filter((each) => !isSame(each, quota)))
              }
              className="items-baseline"
              label={
                <>
                  {quota.namespace === namespace ? quota.name : `${quota.namespace}/${quota.name}`}{" "}
                  <span className="block text-sm text-pretty text-secondary">{describeOfferedQuota(quota)}</span>
                </>
              }
            />
          );
        })}
      </div>
      <CutListNote listed={quotas.length} total={offered.total} isAtLeast={offered.isAtLeast} isByName={false} />
      {lifetime !== undefined && (
        <p role="status" className="mt-1 text-sm text-pretty text-caution-text">
          {describeAccountLifetime(lifetime)}
        </p>
      )}
      {error !== undefined && (
        <p role="alert" className="mt-1 text-sm text-pretty text-negative-text">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** What a server has refused about the Quotas of an account, by the paths of its errors. */
export function refusedQuotas(causes: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(causes).find(([path]) => path.startsWith("quotas["))?.[1];
}
