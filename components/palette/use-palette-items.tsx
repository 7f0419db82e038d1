import { useQuery } from "@tanstack/react-query";
import {
  Bell,
  Bookmark,
  BookmarkPlus,
  BookOpen,
  Boxes,
  CircleHelp,
  CirclePlus,
  Clock3,
  FlaskConical,
  GitCompareArrows,
  KeySquare,
  Languages,
  Layers,
  type LucideIcon,
  Megaphone,
  Monitor,
  Moon,
  Rss,
  Server,
  Settings2,
  Sun,
  UserRound,
} from "lucide-react";
import { useMemo } from "react";
import { useUrlQuery } from "#components/data/address/url-query.ts";
import { useDisplayClockName, writeDisplayClockToUrl } from "#components/data/address/use-clock.ts";
import { useKeymap } from "#components/data/keys/own-key.ts";
import { templatesQuery } from "#components/data/queries/template-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { useSettingsChange } from "#components/data/session/use-settings-change.ts";
import { useSetting } from "#components/data/settings/device-settings.ts";
import { openViewTask } from "#components/data/views/open-view-task.ts";
import { useCurrentViewAddress, useListedViews, useSavedViewAddress } from "#components/data/views/use-views.ts";
import { navigationEntries } from "#components/shell/navigation-entries.ts";
import { openHelp } from "#components/shell/open-help.ts";
import { useNavigationAddress } from "#components/shell/use-navigation-address.ts";
import { listedTemplatesOf } from "#lib/cluster-templates/listed-templates.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { type SettingChoice, settingChoices } from "#lib/contract/setting-choices.ts";
import { newClusterPath } from "#lib/fleet/cluster-path.ts";
import { languages } from "#lib/language/languages.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { memoizeLast } from "#lib/memo/memoize-last.ts";
import { viewAddressLabels } from "#lib/saved-views/listed-views.ts";
import { type FleetFilterValue, filterValuesOfFleet } from "#lib/view/palette/filter-values-of-fleet.ts";
import type { PaletteGroup } from "#lib/view/palette/match-groups.ts";
import { clockLabels, clockNames } from "#lib/words/clock.ts";
import type { PaletteItem } from "./palette-item.ts";

const placesOf = memoizeLast(filterValuesOfFleet);
const none: readonly FleetRow[] = [];

/** Pages that are in the palette but not in the navigation. */
const otherPages: readonly {
  readonly path: string;
  readonly title: Message;
  readonly icon: LucideIcon;
  readonly more?: Message;
}[] = [
  { path: newClusterPath(), title: message("Create a cluster"), more: message("new Shoot"), icon: CirclePlus },
  {
    path: "/rotations/accounts",
    title: message("Cloud accounts"),
    more: message("SecretBinding keys"),
    icon: KeySquare,
  },
  { path: "/views", title: message("Saved views"), icon: Bookmark },
  { path: "/compare", title: message("Compare clusters"), icon: GitCompareArrows },
  { path: "/notices", title: message("Notices"), more: message("tell me when alert rules"), icon: Bell },
  { path: "/feeds", title: message("Feeds"), icon: Rss },
  { path: "/announcements", title: message("Announcements"), more: message("banner remark news"), icon: Megaphone },
  { path: "/versions/whatif", title: message("Simulate a CloudProfile change"), icon: FlaskConical },
  { path: "/session", title: message("Your session"), more: message("permissions"), icon: UserRound },
  { path: "/settings", title: message("Settings"), more: message("keys theme density read-only"), icon: Settings2 },
  { path: "/glossary", title: message("Glossary"), more: message("words help"), icon: BookOpen },
];

/** Returns the palette's items for pages, most recently opened first. */
export function usePageItems(recent: readonly string[], onGo: (path: string) => void): readonly PaletteItem[] {
  const addressOf = useNavigationAddress();
  const keymap = useKeymap();
  return useMemo(() => {
    const pages: readonly PaletteItem[] = [
      ...navigationEntries.map(({ href, label, icon: Icon, letter, more }) => ({
        ...{ id: href, title: text(label), icon: <Icon aria-hidden />, keys: [keymap.get("g") ?? "g", letter] },
        ...(more !== undefined && { more: text(more) }),
        run: () => onGo(addressOf(href)),
      })),
      ...otherPages.map(({ path, title, icon: Icon, more }) => ({
        ...{ id: path, title: text(title), icon: <Icon aria-hidden />, more: more && text(more) },
        run: () => onGo(path),
      })),
    ];
    const place = ({ id }: PaletteItem) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
    return pages.toSorted((a, b) => place(a) - place(b));
  }, [recent, onGo, addressOf, keymap]);
}

/** Returns the palette's items for projects, Seeds, versions and images, which open the list of their clusters. */
export function usePaletteFleetGroups(
  rows: readonly FleetRow[] | undefined,
  onGo: (path: string) => void,
): readonly PaletteGroup<PaletteItem>[] {
  return useMemo(() => {
    const { projects, seeds, versions, images } = placesOf(rows ?? none);
    const leading =
      (filter: string, icon: PaletteItem["icon"], titleOf = (name: string) => name) =>
      ({ name, clusters }: FleetFilterValue): PaletteItem => ({
        ...{
          id: `${filter}=${name}`,
          title: titleOf(name),
          icon,
          hint: text("{count, plural, one {# cluster} other {# clusters}}", { count: clusters }),
        },
        run: () => onGo(`/clusters?${filter}=${encodeURIComponent(name)}`),
      });
    const kubernetes = leading("k8s", <Boxes aria-hidden />, (name) => `Kubernetes ${name}`);
    const image = leading("img", <Boxes aria-hidden />, (name) => name.replace(":", " "));
    return [
      { title: text("Projects"), items: projects.map(leading("project", <Layers aria-hidden />)) },
      { title: text("Versions"), items: [...versions.map(kubernetes), ...images.map(image)] },
      { title: text("Seeds"), items: seeds.map(leading("seed", <Server aria-hidden />)) },
    ];
  }, [rows, onGo]);
}

const themes = [
  { value: "system", title: message("Theme: as the system"), icon: <Monitor aria-hidden /> },
  { value: "light", title: message("Theme: light"), icon: <Sun aria-hidden /> },
  { value: "dark", title: message("Theme: dark"), icon: <Moon aria-hidden /> },
] as const;

/** Returns the palette's items that concern the current page instead of a cluster, such as copying its address. */
export function useCurrentPageItems(): readonly PaletteItem[] {
  const query = useUrlQuery();
  const address = useCurrentViewAddress();
  const readOnly = useReadOnlyReason();
  const shown = useDisplayClockName();
  const keymap = useKeymap();
  const chosen = useSetting("language");
  const { choose } = useSettingsChange();
  return useMemo(
    () => [
      ...(address === undefined ? [] : [saveItem(address, readOnly)]),
      {
        ...{
          id: "help",
          title: text("Help: keys and search"),
          icon: <CircleHelp aria-hidden />,
          keys: [keymap.get("?") ?? "?"],
        },
        run: openHelp,
      },
      ...clockNames
        .filter((clock) => clock !== shown)
        .map((clock) => ({
          id: `clock-${clock}`,
          title: text("Show times in: {clock}", { clock: text(clockLabels[clock].short) }),
          hint: text(clockLabels[clock].long),
          icon: <Clock3 aria-hidden />,
          keys: [keymap.get("z") ?? "z"],
          run: () => writeDisplayClockToUrl(query, clock),
        })),
      ...settingChoices.language
        .filter((language) => language !== chosen)
        .map((language) => ({
          ...{ id: `language-${language}`, title: languageTitle(language), icon: <Languages aria-hidden /> },
          run: () => choose({ language }),
        })),
      ...themes.map(({ value, title, icon }) => ({
        ...{ id: `theme-${value}`, title: text(title), icon },
        run: () => choose({ theme: value }),
      })),
    ],
    [query, address, readOnly, shown, keymap, chosen, choose],
  );
}

function languageTitle(language: SettingChoice<"language">): string {
  return language === "auto"
    ? text("Language: as the browser")
    : text("Language: {language}", { language: languages[language].name });
}

function saveItem(address: string, reason: string | undefined): PaletteItem {
  return {
    ...{ id: "save-view", title: text("Save this view…"), icon: <BookmarkPlus aria-hidden />, reason },
    run: () => openViewTask({ kind: "save", address }),
  };
}

/** Returns the palette's items for the saved views of the user and of the user's projects. */
export function useViewItems(onGo: (path: string) => void): readonly PaletteItem[] {
  const lines = useListedViews();
  const addressOf = useSavedViewAddress();
  return lines.map((line) => {
    const { page } = viewAddressLabels(line.view.address);
    return {
      ...{ id: `view-${line.key}`, title: line.view.name, more: line.project, icon: <Bookmark aria-hidden /> },
      hint: line.project === undefined ? page : `${page} · ${line.project}`,
      run: () => onGo(addressOf(line)),
    };
  });
}

/** Returns the palette's items that begin a new cluster with a template of a project, or of the user's own. */
export function useTemplateItems(project: string | undefined, onGo: (path: string) => void): readonly PaletteItem[] {
  const chosen = useUrlQuery().filters.get("project")?.[0];
  const place = project ?? chosen;
  const templates = useQuery(templatesQuery(place)).data;
  return (templates === undefined ? [] : listedTemplatesOf(templates)).map((line) => ({
    id: `template-${line.key}`,
    title: text("Create a cluster from {name}", { name: line.template.name }),
    more: text("template {description}", { description: line.template.description ?? "" }),
    icon: <CirclePlus aria-hidden />,
    ...(line.project !== undefined && { hint: line.project }),
    run: () => onGo(newClusterPath({ project: line.project ?? place, template: line.key })),
  }));
}
