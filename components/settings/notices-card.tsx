import { Link } from "#components/ui/address/link.tsx";
import { Card } from "#components/ui/card.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { text } from "#lib/language/text.ts";
import { SwitchRow } from "./setting-row.tsx";

export function NoticesCard() {
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
