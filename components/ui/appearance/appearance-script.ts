/**
 * Inline script that runs before the first paint, so that no page flashes in the wrong theme or density. It also passes
 * the nonce to libraries that add style elements (Radix's scroll lock), which the content security policy would block.
 * The values it reads are written by `taste.ts`.
 */
export const appearanceScript = `(()=>{const d=document.documentElement,n=document.currentScript;
if(n&&n.nonce)globalThis.__webpack_nonce__=n.nonce;
try{const r=k=>localStorage.getItem("almanac."+k),t=r("theme"),k=r("density");
if(r("keys")==="off")d.dataset.keys="off";
if(t==="light"||t==="dark")d.dataset.theme=t;
if(k==="compact"||k==="cosy"||k==="comfortable")d.dataset.density=k}catch{}})()`;
