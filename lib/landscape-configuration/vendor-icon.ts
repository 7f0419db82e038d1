import { landscapeLimits } from "#lib/contract/landscape-configuration/landscape-configuration.ts";

const dataUrl = /^data:image\/(png|svg\+xml)(?:;(?:charset=)?utf-?8)?(;base64)?,(.+)$/is;
const pngBegin = "\u0089PNG\r\n\u001a\n";
/** What an SVG does not need to be a picture: code, other documents, and addresses outside of it. */
const unsafeMarkup =
  /<!(?:doctype|entity)|<\?xml-stylesheet|<(?:\w+:)?(?:script|foreignobject|iframe|embed|object|image|a|set|animate\w*|handler)\b|\bon\w+\s*=|@import|url\(\s*["']?(?!#)|(?:href|src)\s*=\s*["']?(?!#)/i;

/**
 * Whether an icon is a picture within the document that leads nowhere: a PNG, or an SVG without code and addresses. A
 * browser shows it as an image, in which neither would have effect; here it is refused before it is sent at all.
 */
export function isSafeIcon(icon: string): boolean {
  const [, type = "", base64, data = ""] = (icon.length <= landscapeLimits.icon && dataUrl.exec(icon)) || [];
  const content = decoded(data, base64 !== undefined);
  if (content === undefined) return false;
  return type.toLowerCase() === "png"
    ? content.startsWith(pngBegin)
    : /<svg[\s>]/i.test(content) && !unsafeMarkup.test(content);
}

function decoded(data: string, isBase64: boolean): string | undefined {
  try {
    return isBase64 ? atob(data) : decodeURIComponent(data);
  } catch {
    return undefined;
  }
}
