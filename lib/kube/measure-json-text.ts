const [quote, backslash, comma] = [34, 92, 44];
const [openList, closeList, openObject, closeObject] = [91, 93, 123, 125];

/**
 * Returns the nesting depth and the number of values of a JSON text by counting brackets and commas before parsing:
 * JSON.parse accepts a hundred thousand levels, which later code cannot handle, and each value costs later code far
 * more than its bytes.
 */
export function measureJsonText(text: string): { readonly depth: number; readonly values: number } {
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
