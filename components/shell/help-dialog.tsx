import { ExternalLink } from "lucide-react";
import type { RefObject } from "react";
import { useKeymap } from "#components/data/keys/own-key.ts";
import { useSettingsChange } from "#components/data/session/use-settings-change.ts";
import { useSetting } from "#components/data/settings/device-settings.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Button } from "#components/ui/button.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { Dialog, DialogClose } from "#components/ui/overlay/dialog.tsx";
import { keyPlaces, keysIn } from "#lib/view/keys/key-definitions.ts";
import { navigation } from "./navigation.ts";

const searches: readonly { readonly text: string; readonly finds: string }[] = [
  { text: "prod eu", finds: "both words, anywhere in name, project, seed, region, versions" },
  { text: "status:unhealthy", finds: "a field and its value; Enter turns it into a filter" },
  { text: "k8s:1.33.*", finds: "a pattern" },
  { text: "-purpose:production", finds: "everything but that" },
  { text: '"two words"', finds: "exactly this text" },
];

const footLinkClass = "mr-2 inline-flex items-center gap-1.5 text-base font-medium text-link hover:underline";
const titleClass = "mt-4 mb-1 text-sm font-semibold text-tertiary";

interface HelpDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly opener: RefObject<HTMLElement | null>;
}

export function HelpDialog({ open, onOpenChange, opener }: HelpDialogProps) {
  const keymap = useKeymap();
  const { choose } = useSettingsChange();
  const close = () => onOpenChange(false);
  const own = (keys: readonly string[]) => keys.map((key) => keymap.get(key) ?? key);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      opener={opener}
      title="Keys and search"
      footer={
        <>
          <Link href="/glossary" onClick={close} className={footLinkClass}>
            Glossary
          </Link>
          <Link
            href="/"
            onClick={() => {
              choose({ firstSteps: "shown" });
              close();
            }}
            className={footLinkClass}
          >
            First steps
          </Link>
          <a
            href="https://gardener.cloud/docs/"
            target="_blank"
            rel="noreferrer"
            className={`${footLinkClass} mr-auto!`}
          >
            Gardener's documentation
            <ExternalLink aria-hidden className="size-3.5" />
          </a>
          <DialogClose asChild>
            <Button>Close</Button>
          </DialogClose>
        </>
      }
    >
      <KeysNote onFollow={close} />
      {keyPlaces.map((place) => (
        <KeyList key={place} title={place} lines={keysIn(place).map(({ keys, does }) => ({ keys: own(keys), does }))} />
      ))}
      <KeyList
        title="Go to a page"
        lines={navigation.map(({ letter, label }) => ({ keys: [...own(["g"]), letter], does: label }))}
      />
      <h3 className={titleClass}>Search</h3>
      <dl className="divide-y divide-hairline">
        {searches.map(({ text, finds }) => (
          <div key={text} className="grid grid-cols-[10.5rem_1fr] gap-4 py-1.5 max-sm:grid-cols-1 max-sm:gap-0">
            <dt>
              <code className="text-sm">{text}</code>
            </dt>
            <dd className="text-base text-secondary">{finds}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** Keys that are no characters, such as Enter, stay: nobody says or hits them by accident. */
function KeysNote({ onFollow }: { readonly onFollow: () => void }) {
  const areOff = useSetting("keys") === "off";
  return (
    <p className="mt-1 text-base text-secondary">
      Single-key shortcuts are <span className="font-medium text-ink">{areOff ? "off" : "on"}</span>.{" "}
      <Link href="/settings#keys" onClick={onFollow} className="font-medium text-link hover:underline">
        {areOff ? "Switch them on" : "Switch them off or choose other keys"}
      </Link>
    </p>
  );
}

interface KeyListProps {
  readonly title: string;
  readonly lines: readonly { readonly keys: readonly string[]; readonly does: string }[];
}

function KeyList({ title, lines }: KeyListProps) {
  return (
    <>
      <h3 className={titleClass}>{title}</h3>
      <dl className="divide-y divide-hairline">
        {lines.map(({ keys, does }) => (
          <div key={does} className="flex items-center justify-between gap-4 py-1.5">
            <dd className="order-first text-base text-secondary">{does}</dd>
            <dt className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
          </div>
        ))}
      </dl>
    </>
  );
}
