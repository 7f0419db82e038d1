import { Notice } from "#components/ui/notice.tsx";
import { unknownForecastSentences } from "#lib/forecast/unknown-forecast-sentences.ts";
import { text } from "#lib/language/text.ts";
import { formatNumber } from "#lib/words/count.ts";

/** Of how many clusters nothing can be foreseen, and why: a count without them would be too good, or not add up. */
export function WithoutForecast({ without }: { readonly without: ReadonlyMap<string, number> }) {
  const unknown = [...without].filter(([reason]) => reason !== "deleting");
  const count = unknown.reduce((sum, [, clusters]) => sum + clusters, 0);
  const deleting = without.get("deleting") ?? 0;
  return (
    <>
      {count > 0 && (
        <Notice
          hue="caution"
          title={text(
            "{count, plural, one {# cluster} other {# clusters}} {count, plural, one {has} other {have}} no forecast",
            { count },
          )}
        >
          <ul>
            {unknown.map(([reason, clusters]) => (
              <li key={reason}>
                {formatNumber(clusters)}: {wordsOf(reason)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {deleting > 0 && (
        <p className="text-sm text-secondary">
          {text(
            "{count, plural, one {# cluster is} other {# clusters are}} being deleted, and {count, plural, one {has} other {have}} no forecast.",
            { count: deleting },
          )}
        </p>
      )}
    </>
  );
}

function wordsOf(reason: string): string {
  return String(Object.entries(unknownForecastSentences).find(([known]) => known === reason)?.[1] ?? reason);
}
