import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { CopyButton, CopyLink } from "#components/ui/copy-button.tsx";
import { Checkbox } from "#components/ui/form/checkbox.tsx";
import { ConsentCheckbox } from "#components/ui/form/consent-checkbox.tsx";
import { Segments } from "#components/ui/form/segments.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";

const variants = ["primary", "secondary", "ghost", "danger"] as const;
const views = [
  { value: "month", label: "Month" },
  { value: "agenda", label: "Agenda" },
] as const;
const sizes = ["xs", "sm", "md", "lg"] as const;

/** Catalogue section with buttons and checkboxes. */
export function ControlExamples() {
  const [ticked, setTicked] = useState(true);
  const [view, setView] = useState<(typeof views)[number]["value"]>("month");
  return (
    <Card id="controls" title="Buttons and boxes">
      <div className="flex flex-col items-start gap-4">
        {variants.map((variant) => (
          <div key={variant} className="flex flex-wrap items-center gap-2">
            {sizes.map((size) => (
              <Button key={size} variant={variant} size={size}>
                {variant}, {size}
              </Button>
            ))}
            <Button variant={variant} disabled>
              {variant}, disabled
            </Button>
            <Button variant={variant} disabledReason="The reason why it cannot be pressed now.">
              {variant}, with a reason
            </Button>
            <Button variant={variant} size="icon" aria-label={`${variant}, an icon`}>
              <Plus aria-hidden />
            </Button>
          </div>
        ))}
        <div className="flex flex-wrap items-center gap-3">
          <CopyButton text="a text" label="Copy a text" />
          <CopyLink />
          <Tooltip text="What it does">{(described) => <Button {...described}>With a tooltip</Button>}</Tooltip>
          <Kbd>/</Kbd>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Checkbox aria-label="Checked" defaultChecked />
          <Checkbox aria-label="Not checked" />
          <Checkbox aria-label="Disabled" disabled />
        </div>
        <Segments label="View" value={view} options={views} onChange={setView} />
        <ConsentCheckbox ticked={ticked} onTick={setTicked}>
          I know what this changes.
        </ConsentCheckbox>
      </div>
    </Card>
  );
}
