import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { headers } from "next/headers";
import type { ReactNode } from "react";
// Imported here so that the component is in the layout's bundle: otherwise each page that uses it would load a copy.
import "#components/shell/page-failure.tsx";
import { AddressPrefixProvider } from "#components/ui/address/address-prefix-provider.tsx";
import { appearanceScript } from "#components/ui/appearance/appearance-script.ts";
import { currentLanguage } from "#lib/language/language-bundle.ts";
import { text } from "#lib/language/text.ts";
import { gardenPrefix } from "#lib/strings/garden-address.ts";
import { readGardenNameOfPage } from "#server/app/require-garden.ts";
import { languageScriptAddress } from "#server/language/language-script.ts";
import "./globals.css";

const inter = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  variable: "--font-inter",
  display: "optional",
  weight: "100 900",
  adjustFontFallback: "Arial",
});

const jetbrainsMono = localFont({
  src: "../node_modules/@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2",
  variable: "--font-jetbrains-mono",
  display: "optional",
  weight: "100 800",
  adjustFontFallback: false,
});

/** Base URL of links. Without PUBLIC_ORIGIN, Almanac is only reachable from this machine. */
const origin = process.env.PUBLIC_ORIGIN || `http://127.0.0.1:${process.env.PORT || 3000}`;

export function generateMetadata(): Metadata {
  return {
    metadataBase: new URL(origin),
    title: { default: "Almanac", template: "%s · Almanac" },
    description: text("See every Gardener cluster, know every version change in advance, act safely."),
    applicationName: "Almanac",
    referrer: "same-origin",
    robots: { index: false, follow: false },
    manifest: "/site.webmanifest",
    icons: {
      icon: [
        { url: "/favicon.ico", sizes: "16x16 32x32 48x48" },
        { url: "/icon.svg", type: "image/svg+xml", sizes: "any" },
      ],
      apple: { url: "/apple-touch-icon.png", sizes: "180x180" },
    },
    openGraph: {
      type: "website",
      siteName: "Almanac",
      images: {
        url: "/link-picture.png",
        type: "image/png",
        width: 1200,
        height: 630,
        alt: text("Almanac: see every Gardener cluster, know every version change in advance, act safely"),
      },
    },
  };
}

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#0e1116" },
  ],
};

export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  // Reading the request headers makes every page dynamic. The scripts of a page need the nonce of its own request.
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  const language = currentLanguage();
  const languageScript = await languageScriptAddress(language);
  return (
    <html lang={language} className={`${inter.variable} ${jetbrainsMono.variable}`} suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this build; it must run before the first paint. */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: appearanceScript }} />
        {/* Not async: the language must be known before any text is rendered. */}
        {languageScript !== undefined && <script nonce={nonce} suppressHydrationWarning src={languageScript} />}
      </head>
      <body>
        {/* Visible only if the stylesheets, and then all other files, could not be loaded. */}
        <p className="hidden">
          {text(
            "The files of this page could not be loaded. Almanac must be served at the root of a host: below a path, pages stay empty.",
          )}
        </p>
        <AddressPrefixProvider prefix={gardenPrefix(await readGardenNameOfPage())}>{children}</AddressPrefixProvider>
      </body>
    </html>
  );
}
