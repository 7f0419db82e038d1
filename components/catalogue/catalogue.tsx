"use client";

import { useBrowserSetting, writeBrowserSetting } from "#components/ui/appearance/taste.ts";
import { Button } from "#components/ui/button.tsx";
import { LinkTabs } from "#components/ui/link-tabs.tsx";
import { Logo } from "#components/ui/logo.tsx";
import { LazyMenu } from "#components/ui/overlay/lazy-menu.tsx";
import { MenuRadioGroup, MenuRadioItem } from "#components/ui/overlay/menu.tsx";
import { ToastProvider } from "#components/ui/overlay/toast.tsx";
import { ControlExamples } from "./control-examples.tsx";
import { DisplayExamples } from "./display-examples.tsx";
import { FormFieldExamples } from "./form-field-examples.tsx";
import { LongTextExamples } from "./long-text-examples.tsx";
import { OverlayExamples } from "./overlay-examples.tsx";

/** Catalogue of all components in `components/ui` in their states. For developers: production builds omit the page. */
export function ComponentCatalogue() {
  return (
    <ToastProvider>
      <main id="content" className="mx-auto flex max-w-5xl flex-col gap-6 px-4 py-6">
        <header className="flex flex-wrap items-center gap-3">
          <Logo className="size-8" />
          <h1 className="text-xl leading-tight font-semibold max-sm:text-lg">Components</h1>
          <LazyMenu trigger={<Button className="ml-auto">Colours</Button>} items={<Themes />} />
        </header>
        <LinkTabs
          label="Pages"
          tabs={[
            { href: "/components", label: "Components" },
            { href: "/", label: "Almanac" },
          ]}
        />
        <ControlExamples />
        <FormFieldExamples />
        <DisplayExamples />
        <OverlayExamples />
        <LongTextExamples />
      </main>
    </ToastProvider>
  );
}

function Themes() {
  return (
    <MenuRadioGroup value={useBrowserSetting("theme") ?? "system"}>
      {["system", "light", "dark"].map((theme) => (
        <MenuRadioItem key={theme} value={theme} onSelect={() => writeBrowserSetting("theme", theme)}>
          {theme}
        </MenuRadioItem>
      ))}
    </MenuRadioGroup>
  );
}
