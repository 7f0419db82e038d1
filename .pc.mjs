import { chromium } from "playwright-core";
import zlib from "node:zlib";
const [base, identity, ...paths]=process.argv.slice(2);
const b=await chromium.launch({executablePath:"/usr/bin/chromium",args:["--no-sandbox"]});
for (const p of paths){ const c=await b.newContext(); const page=await c.newPage();
 await page.addInitScript(()=>{window.requestIdleCallback=()=>0});
 const s=new Map(); page.on("response",r=>{ if(r.request().resourceType()==="script") {const q=r.body();q.catch(()=>{});s.set(r.url(),q)}});
 await page.goto(base+"/login"); 
 await page.getByRole("button",{name:new RegExp(identity,"i")}).first().click().catch(()=>{}); await page.waitForURL(u=>!u.pathname.startsWith("/login")).catch(()=>{});
 s.clear(); await page.goto("about:blank"); s.clear(); await page.goto(base+p,{waitUntil:"load"}); await page.waitForTimeout(1500);
 let t=0; for (const [u,bp] of s){ try{const x=await bp; const z=zlib.brotliCompressSync(x).length; t+=z; console.log(z,x.length,u.split("/").pop());}catch{} } console.log(p,t,s.size); await c.close(); }
await b.close();
