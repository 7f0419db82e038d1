import { ExternalLink } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { useKeymap } from "#components/data/keys/own-key.ts";
import { useLandscapeConfiguration } from "#components/data/landscape/landscape-configuration-query.ts";
import { OperatorLink } from "#components/data/landscape/operator-link.tsx";
import { useSettingsChange } from "#components/data/session/use-settings-change.ts";
import { useSetting } from "#components/data/settings/device-settings.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Button } from "#components/ui/button.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { Dialog, DialogClose } from "#components/ui/overlay/dialog.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { keyDefinitionsInScope, keyDisplayName, keyScopeLabels, keyScopes } from "#lib/view/keys/key-definitions.ts";
import { navigationEntries } from "./navigation-entries.ts";

const searches: readonly { readonly sample: string; readonly finds: Message }[] = [
  { sample: "prod eu", finds: message("both words, anywhere in name, project, seed, region, versions") },
  { sample: "status:unhealthy", finds: message("a field and its value; Enter turns it into a filter") },
  { sample: "k8s:1.33.*", finds: message("a pattern") },
  { sample: "-purpose:production", finds: message("everything but that") },
  { sample: '"two words"', finds: message("exactly this text") },
];

const footLinkClass = "mr-2 inline-flex items-center gap-1.5 text-base font-medium text-link hover:underline";
const titleClass = "mt-4 mb-1 text-sm font-semibold text-tertiary";

interface HelpDialogProps {
  readonly onClose: () => void;
  readonly opener: RefObject<HTMLElement | null>;
}

export function HelpDialog({ onClose, opener }: HelpDialogProps) {
  const keymap = useKeymap();
  const { choose } = useSettingsChange();
  const own = (keys: readonly string[]) => keys.map((key) => keymap.get(key) ?? key);
  return (
    <Dialog
      onClose={onClose}
      opener={opener}
      title={text("Keys and search")}
      footer={
        <>
          <Link href="/glossary" onClick={onClose} className={footLinkClass}>
            {text("Glossary")}
          </Link>
          <Link
            href="/"
            onClick={() => {
              choose({ firstSteps: "shown", nextSteps: "shown" });
              onClose();
            }}
            className={footLinkClass}
          >
            {text("First steps")}
          </Link>
          <a
            href="https://gardener.cloud/docs/"
            target="_blank"
            rel="noreferrer"
            className={`${footLinkClass} mr-auto!`}
          >
            {text("Gardener's documentation")}
            <ExternalLink aria-hidden className="size-3.5" />
          </a>
          <DialogClose asChild>
            <Button>{text("Close")}</Button>
          </DialogClose>
        </>
      }
    >
      <KeysNote onFollow={onClose} />
      {keyScopes.map((place) => (
        <KeyList
          key={place}
          title={text(keyScopeLabels[place])}
          lines={keyDefinitionsInScope(place).map(({ keys, does }) => ({ keys: own(keys), does }))}
        />
      ))}
      <KeyList
        title={text("Go to a page")}
        lines={navigationEntries.map(({ letter, label }) => ({ keys: [...own(["g"]), letter], does: label }))}
      />
      <OperatorHelp />
      <h3 className={titleClass}>{text("Search")}</h3>
      <dl className="divide-y divide-hairline">
        {searches.map(({ sample, finds }) => (
          <div key={sample} className="grid grid-cols-[10.5rem_1fr] gap-4 py-1.5 max-sm:grid-cols-1 max-sm:gap-0">
            <dt>
              <code className="text-sm">{sample}</code>
            </dt>
            <dd className="text-base text-secondary">{text(finds)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** Links with which the operator helps. */
function OperatorHelp() {
  const { helpMenuItems = [], branding } = useLandscapeConfiguration();
  if (helpMenuItems.length === 0) return null;
  return (
    <>
      <h3 className={titleClass}>
        {branding?.productName === undefined
          ? text("Help of the operator")
          : text("Help with {product}", { product: branding.productName })}
      </h3>
      <ul className="flex flex-col gap-1 text-base">
        {helpMenuItems.map(({ title, url }) => (
          <li key={`${title} ${url}`}>
            <OperatorLink title={title} url={url} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Note that single-key shortcuts are off. Keys such as Enter still work, because they are not pressed by accident. */
function KeysNote({ onFollow }: { readonly onFollow: () => void }) {
  const areOff = useSetting("keys") === "off";
  const looks = {
    state: (words: ReactNode) => <span className="font-medium text-ink">{words}</span>,
    link: (words: ReactNode) => (
      <Link href="/settings#keys" onClick={onFollow} className="font-medium text-link hover:underline">
        {words}
      </Link>
    ),
  };
  return (
    <p className="mt-1 text-base text-secondary">
      {areOff
        ? richText("Single-key shortcuts are <state>off</state>. <link>Switch them on</link>", looks)
        : richText(
            "Single-key shortcuts are <state>on</state>. <link>Switch them off or choose other keys</link>",
            looks,
          )}
    </p>
  );
}

interface KeyListProps {
  readonly title: string;
  readonly lines: readonly { readonly keys: readonly string[]; readonly does: Message }[];
}

function KeyList({ title, lines }: KeyListProps) {
  return (
    <>
      <h3 className={titleClass}>{title}</h3>
      <dl className="divide-y divide-hairline">
        {lines.map(({ keys, does }) => (
          <div key={keys.join(" ")} className="flex items-center justify-between gap-4 py-1.5">
            <dd className="order-first text-base text-secondary">{text(does)}</dd>
            <dt className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{keyDisplayName(key)}</Kbd>
              ))}
            </dt>
          </div>
        ))}
      </dl>
    </>
  );
}
