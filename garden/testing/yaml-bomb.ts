/** A YAML document that starts with `head` and whose aliases expand to 10^12 entries. */
export function yamlBomb(head: string): string {
  const lines = ["a0: &a0 [x,x,x,x,x,x,x,x,x,x]"];
  for (let at = 1; at < 12; at += 1) lines.push(`a${at}: &a${at} [${Array(10).fill(`*a${at - 1}`)}]`);
  return `${head}${lines.join("\n")}\n`;
}
