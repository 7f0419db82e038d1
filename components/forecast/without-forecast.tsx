import { Notice } from "#components/ui/notice.tsx";
import { unknownForecastSentences } from "#lib/forecast/unknown-forecast-sentences.ts";
import { text } from "#lib/language/text.ts";
import { formatNumber } from "#lib/words/count.ts";

/** Of how many clusters nothing can be foreseen, and why: a count without them would be too good. */
export function WithoutForecast({ without }: { readonly without: ReadonlyMap<string, number> }) {
  const unknown = [...without].filter(([reason]) => reason !== "deleting");
  const count = unknown.reduce((sum, [, clusters]) => sum + clusters, 0);
  if (count === 0) return null;
  return (
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
  );
}

function wordsOf(reason: string): string {
  return String(Object.entries(unknownForecastSentences).find(([known]) => known === reason)?.[1] ?? reason);
}
