/** Whether an address can be a link on a page: absolute, http or https, and without credentials. */
export function isWebLink(address: string): boolean {
  const url = URL.parse(address);
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  return isWeb && url.hostname !== "" && url.username === "" && url.password === "";
}
