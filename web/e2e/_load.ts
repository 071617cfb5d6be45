import { launch, person, Server, tokenOf } from "./server";
const server = await new Server().start(); const browser = await launch();
const game = await server.game({ scenario: "campaign", seats: ["you", "you"] });
const { page } = await person(browser);
const cdp = await page.context().newCDPSession(page); const ev:any[]=[]; cdp.on("Tracing.dataCollected",(e:any)=>ev.push(...e.value));
await cdp.send("Tracing.start",{transferMode:"ReportEvents",traceConfig:{includedCategories:["devtools.timeline","blink","cc","loading","blink.user_timing"]}} as any);
await page.goto(`${server.address}/#play/${tokenOf(game, -1)}`); await page.waitForFunction(() => performance.getEntriesByName("usable").length > 0);
console.log(await page.evaluate(()=>({usable:performance.getEntriesByName("usable")[0]!.startTime, res: performance.getEntriesByType("resource").map((r:any)=>[r.name.split("/").pop().slice(0,30),Math.round(r.startTime),Math.round(r.responseEnd)].join(" "))})));
await new Promise<void>(async r=>{cdp.on("Tracing.tracingComplete",()=>r()); await cdp.send("Tracing.end");});
const sum=new Map<string,[number,number]>(); for(const e of ev) if(e.ph==="X"&&e.dur){const s=sum.get(e.name)??[0,0]; s[0]+=e.dur/1000; s[1]++; sum.set(e.name,s);}
for (const [k, v] of [...sum].sort((a, b) => b[1][0] - a[1][0]).slice(0, 24)) console.log(v[0].toFixed(0).padStart(6), "ms", String(v[1]).padStart(5), k);
await browser.close(); await server.stop();
