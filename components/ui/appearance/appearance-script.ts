/** Where the browser keeps personal taste. It is not in the URL: a shared link must not change a colleague's screen. */
export const themeStorageKey = "almanac.theme";
export const densityStorageKey = "almanac.density";
/** `off` where what a single character does is switched off. */
export const keysStorageKey = "almanac.keys";

/**
 * Runs before the first paint, so that no page flashes in the wrong theme or density. It also hands the nonce to the
 * libraries that add style elements of their own (Radix's scroll lock), which the content security policy would refuse.
 */
export const appearanceScript = `(()=>{const d=document.documentElement,n=document.currentScript;
if(n&&n.nonce)globalThis.__webpack_nonce__=n.nonce;
try{const t=localStorage.getItem("${themeStorageKey}"),k=localStorage.getItem("${densityStorageKey}");
if(localStorage.getItem("${keysStorageKey}")==="off")d.dataset.keys="off";
if(t==="light"||t==="dark")d.dataset.theme=t;
if(k==="cosy"||k==="comfortable")d.dataset.density=k}catch{}})()`;
