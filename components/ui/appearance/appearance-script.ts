/**
 * Inline script that applies theme and density before the first paint. It also passes the CSP nonce to libraries that
 * add style elements, such as Radix's scroll lock. The values it reads from local storage are written by `taste.ts`.
 */
export const appearanceScript = `(()=>{const d=document.documentElement,n=document.currentScript;
if(n&&n.nonce)globalThis.__webpack_nonce__=n.nonce;
try{const r=k=>localStorage.getItem("almanac."+k),t=r("theme"),k=r("density");
if(r("keys")==="off")d.dataset.keys="off";
if(t==="light"||t==="dark")d.dataset.theme=t;
if(k==="compact"||k==="cosy"||k==="comfortable")d.dataset.density=k}catch{}})()`;
