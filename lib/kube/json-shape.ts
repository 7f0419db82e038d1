const [quote, backslash, comma] = [34, 92, 44];
const [openList, closeList, openObject, closeObject] = [91, 93, 123, 125];

/**
 * Counts brackets and commas before parsing: JSON.parse takes a hundred thousand levels that nothing after it survives,
 * and each value costs whatever comes after it far more than its bytes.
 */
export function jsonShape(text: string): { readonly depth: number; readonly values: number } {
  let [depth, deepest, values, quoted] = [0, 0, 1, false];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (quoted) {
      if (code === backslash) index += 1;
      else if (code === quote) quoted = false;
    } else if (code === quote) quoted = true;
    else if (code === comma) values += 1;
    else if (code === openList || code === openObject) {
      depth += 1;
      values += 1;
      if (depth > deepest) deepest = depth;
    } else if (code === closeList || code === closeObject) depth -= 1;
  }
  return { depth: deepest, values };
}
