// Made by scripts/dev/report_script.sh. Sources: fc0d74f0fff1fde06b5be891af24badf36b24643c21ffaeb98e1e4b7f0e6dfc3; script: c39c84e18006829783be69d6eb5c3e150c53da95290846af0aa7126a75bf7e9f
"use strict";(()=>{var Q={left:76,right:12,top:34,bottom:40};function He(e,t,o,n=!1){let a=Math.max(1,(t-e)/o),r=10**Math.floor(Math.log10(a)),m=[],h=n?Math.ceil([1,2,5,10].find(_=>_*
r>=a)*r):2**Math.ceil(Math.log2(a));for(let _=Math.ceil(e/h)*h;_<=t;_+=h)m.push(_);return m}function ut(e,t,o,n,a=!1){let r=[],m=[],h=(x,p,g)=>{if(x===void 0||x>=
e.steps)return;let L=r.find(O=>O.step===x);L?g!=="accent"&&(L.text+=`, ${p}`):r.push({step:x,text:p,kind:g,x:t(x+.5)})};h(e.space.temporary_peak?.step,"peak","f\
ull"),h(e.M.xla_peak,"XLA’s peak","peak"),a&&h(e.moment,`instruction ${e.moment}`,"accent");let _=r.filter(x=>x.x>=o&&x.x<=n);for(let x of _){let p=6.6*x.text.
length+8,g=[0,1].flatMap(L=>[x.x,x.x-p].map(O=>({row:L,from:O,to:O+p,left:O<x.x})));x.at=g.find(L=>L.from>=o-8&&L.to<=n+8&&m.every(O=>L.row!==O.row||L.to<=O.from||
O.to<=L.from)),x.at&&m.push(x.at)}return _}var mt=(e,t)=>[e.x+(t.left?-4:4),8+13*t.row,t.left];function A(e){let t=e<0?"-":"",o=Math.abs(e),n=0;if(o<1024)return`${t}${o} B`;for(;o>=1048576;++n)o=Math.floor(o/1024);let a=n?100:10,r=o*a%1024,m=Math.floor(o*
a/1024);return(r>512||r===512&&m%2)&&++m,`${t}${(m/a).toFixed(n?2:1)} ${"KMGTPE"[n]}iB`}var he=e=>A(e)+(Math.abs(e)<1024?"":` (${e} bytes)`),Xe=e=>A(e).replace(
/\.?0+(?= .iB)/,"");function Et(e){if(!Number.isInteger(4*e)||Number.isInteger(2*e))return e.toFixed(1);let t=Math.floor(10*e);return((t+t%2)/10).toFixed(1)}var re=(e,t)=>t?`${Et(100*
e/t)}%`:"-",G=(e,t)=>`${e} ${t}${e===1?"":"s"}`,ve=(e,t)=>e.length>t?`${e.slice(0,Math.max(0,t-1))}…`:e,ft=(e,t)=>e.length>t?`…${e.slice(e.length-Math.max(0,
t-1))}`:e,tt=e=>/^[\w./:@%+=,-]+$/.test(e)?e:`'${e.replaceAll("'","'\\''")}'`,pt=e=>e.replaceAll("_"," "),se=(e,t,o)=>Math.max(t,Math.min(o,e)),J=(e,t)=>e.reduce(
(o,n)=>o+t(n),0);function S(e,...t){for(let o of t.flat(9))if(!(o==null||o===!1)){if(o instanceof Node||typeof o!="object"){e.append(o);continue}for(let[n,a]of Object.entries(o))
typeof a=="function"?e.addEventListener(n,a):a!=null&&a!==!1&&e.setAttribute(n,a===!0?"":String(a))}return e}function c(e,...t){let[o,n]=e.split(".");return S(document.
createElement(o),n?{class:n}:null,t)}var ue=(e,...t)=>S(document.createElementNS("http://www.w3.org/2000/svg",e),t),ge=(e,...t)=>c("button",{type:"button",click:e},
t),_e=(e,t)=>c("option",{value:e},t),ie=(...e)=>c("p.words",e),be=e=>c("span.size",{title:`${e} bytes`},A(e)),Ye=e=>c(`span.swatch ${e}`),F=e=>c("bdi",e),nt=e=>c(
"code",F(e));var Je=e=>e.split("`").map((t,o)=>o%2?nt(t):F(t));function H(e,t=document){let o=t.querySelector(e);if(!o)throw new Error(`the page has no ${e}`);return o}var pe=e=>H(
`#${e}`).content.cloneNode(!0),ne=(e,...t)=>c("section",{"aria-labelledby":e.id},e,t),Oe=(e,t,...o)=>c("section",{"aria-labelledby":e.id},c("details",c("summary",
e," ",c("span.hint",t)),o)),ot=e=>e?.closest("details")?.setAttribute("open",""),rt=(e,t)=>(o,n)=>c(`h${e}`,{id:t+o,tabindex:-1},n);var _t=document.documentElement,Dt=matchMedia("(prefers-color-scheme: dark)"),dt=e=>getComputedStyle(_t).getPropertyValue(`--${e}`).trim();function Wt(e,t,o){let n=null,
a=()=>_t.dataset.theme==="dark"?"light":"dark",r=()=>{_t.dataset.theme=n??(Dt.matches?"dark":"light"),t(a(),H(e)),o()};Dt.addEventListener("change",r),S(H(e),{click:()=>{
n=a(),r()}}),r()}var U=JSON.parse(document.getElementById("data").textContent);var st=12;function Gt(e,t,o,n){let{M:a,A:r}=e,m=c("section.card",{tabindex:"-1",hidden:!0,"aria-labelledby":`${n}card`,keydown:p=>p.key==="Escape"&&h()});function h(){
m.hidden=!0,o.focus()}function _(p){let g=e.space.temporary_peak;if(p.kind!=="temporary")return"yes, its allocation is there at every instruction";if(!g||!p.known)
return"unknown";if(!e.lives(p,g.step))return`no, it is not live at instruction ${g.step}`;let L=e.holders.find(O=>O.buffer===p)?.bytes||0;return`yes, at instruc\
tion ${g.step}`+(L===p.size?"":`: ${he(L)} of it, the rest counts for values that share its memory`)}function x(p){let g=p.allocation,L=a.stacks[p.stack]||[],O=p.
size-p.logical,T=pe("of-card"),M=(k,B)=>B&&[c("dt",k),c("dd",B instanceof Node?B:F(B))];H(".top",T).prepend(c(`h${t}`,{id:`${n}card`},F(p.name))),S(H(".close",T),
{click:h}),S(H("code",T),F(`ballast show --why ${tt(p.name)} ${tt(a.path)}`)),S(H("dl",T),M("label",p.label),M("class",p.kind),M("allocation",`${r.number[g]}, ${he(
r.size[g])}`),M("offset",he(p.offset)),M("size",he(p.size)),M("logical",p.logical>=0&&`${he(p.logical)}, ${O>0?`${he(O)} of padding`:"no padding"}`),M("live ran\
ge",(p.known?"instructions ":"")+p.range),M("in use at the peak",_(p)),M("shape",p.shape),M("opcode",p.op),M("op_name",p.op_name),M("source",p.source),M("stack",
L.length>0&&c("ol",L.map(k=>c("li",F(a.strings[k]))))));let R=k=>ge(()=>e.go(k.step),{class:"plain",title:`instruction ${k.step}`},`${k.step}: `,F(k.name)),l=k=>ge(
()=>e.show(k),{class:"plain",title:he(k.size)},F(k.name)),w=e.definer(p),P=e.readers(p),E=k=>c("ul",k.slice(0,st).map(B=>c("li",B)),k.length>st&&c("li",`${k.length-
st} more`));S(H("dl",T),w&&[c("dt","defined by"),c("dd",R(w),` ${w.op}(`,w.reads.slice(0,st).map((k,B)=>[B>0&&", ",l(k)]),w.reads.length>st&&" …",")")],P.length>
0&&[c("dt","read by"),c("dd",E(P.map(k=>[R(k),` ${k.op}`,k.defines.length>0&&[" → ",k.defines.slice(0,3).map((B,I)=>[I>0&&", ",l(B)])]])))],(a.schedule?.step?.
length??0)>0&&!P.length&&[c("dt","read by"),c("dd","no instruction of the schedule")]),m.replaceChildren(T),m.hidden=!1}return e.hear(p=>{p==="selected"&&!e.selected&&
(m.hidden=!0),e.selected&&(p==="open"||p==="selected"&&!m.hidden)&&x(e.selected),p==="open"&&(m.focus({preventScroll:!0}),m.scrollIntoView({block:"nearest"}))}),
m}var Tt=["argument","donated","output","constant","unknown","temporary"],yn=/^(all-|reduce-scatter|collective-|ragged-all-|send|recv|partition-id|infeed|outfeed)/,
wn=/^(copy|async-)/,Ze=e=>yn.test(e)?"collective":wn.test(e)?"copy":"",xn=/(?:^|[\W_])(?:(?:layers?|blocks?)[[/._]*|h[[/._]+)(\d+)(?![\da-z])/i,qt=new Map,Ut=(...e)=>{
for(let t of e){let o=qt.get(t);if(o===void 0){let n=xn.exec(t);qt.set(t,o=n?`layer ${n[1]}`:"")}if(o)return o}return""};function vn(e){let t=[];return e.sort((o,n)=>n.
size-o.size||o.value-n.value||o.i-n.i).map(o=>{let n=o.offset,a=o.offset+o.size,r=o.size,m=0;for(;m<t.length&&t[m][1]<n;)++m;let h=m;for(;h<t.length&&t[h][0]<=a;++h){
let[_,x]=t[h];r-=Math.max(0,Math.min(o.offset+o.size,x)-Math.max(o.offset,_)),n=Math.min(n,_),a=Math.max(a,x)}return t.splice(m,h-m,[n,a]),[o,r]})}var kn=new Set(
["name","label","group","scope","source","shape","op","op_name","class"]);function Xt(e,t){let o=e.allocations,n=e.live_ranges?e.steps:0,a=(s,v)=>[...s.name.keys()].
filter(f=>v(f)===t.space).map(f=>{let d={i:f};for(let z in s)d[z]=kn.has(z)?e.strings[s[z][f]]||"":s[z][f];return d}),r=a(e.buffers,s=>o.space[e.buffers.allocation[s]]),
m=new Map(r.map(s=>[s.i,s]));for(let s of r)s.kind=o.class[s.allocation],s.name||=`value ${s.value}`,s.known=n>0&&s.start>=0&&s.start<=s.end,s.layer=Ut(s.label,
s.op_name,s.scope,s.name),s.range=s.known?`${s.start} to ${s.end} of ${n}`:"unknown";let h=a(e.holders,s=>e.holders.space[s]);for(let s of h)s.kind=s.class,s.buffer=
m.get(s.buffer),s.layer=s.buffer?.layer??Ut(s.label,s.scope);let _=new Map,x=new Map,p=new Map,g=(s,v)=>e.strings[s?.[v]??0]||"";for(let[s,v]of(e.schedule?.step??
[]).entries()){let f={step:v,name:g(e.schedule.name,s),label:g(e.schedule.label,s),source:g(e.schedule.source,s),op:g(e.schedule.op,s),defines:[],reads:[]};_.set(
v,f),x.set(f.name,f)}let L=s=>s.name.split("{")[0].trim();for(let s of r)x.get(L(s))?.defines.push(s);let{buffer:O=[],step:T=[],operand:M=[]}=e.reads??{};for(let s of[
...O.keys()].sort((v,f)=>M[v]-M[f])){let v=m.get(O[s]),f=_.get(T[s]);if(!v||!f)continue;f.reads.push(v);let d=p.get(v);d?d.push(f):p.set(v,[f])}for(let[s,v]of p)
p.set(s,[...new Set(v)].sort((f,d)=>f.step-d.step));for(let s of _.values())s.reads=[...new Set(s.reads)];let R=[],l=[...o.number.keys()].filter(s=>o.space[s]===
t.space),{arguments:w,outputs:P,shared:E}=t,k={argument:w-E,donated:E,output:P-E,constant:t.constants,temporary:t.temporaries},B=s=>l.length?J(l,v=>o.class[v]===
s?o.size[v]:0):k[s]||0,I={M:e,A:o,space:t,steps:n,own:r,holders:h,allocations:l,classes:Tt.map(s=>[s,B(s)]).filter(s=>s[1]>0),inUse:e.from_report?t.total:J(h,s=>s.
bytes),moment:t.temporary_peak?.step??0,peakAt:t.temporary_peak?.step,held(s){if(!n||s===I.peakAt||I.peakAt===void 0)return h;let v=new Map;for(let f of r){if(f.
kind!=="temporary"||!I.lives(f,s))continue;let d=v.get(f.allocation);d?d.push(f):v.set(f.allocation,[f])}return[...h.filter(f=>f.kind!=="temporary"),...[...v.values()].
flatMap(vn).filter(([,f])=>f>0).map(([f,d])=>({...f,i:-1-f.i,bytes:d,buffer:f}))]},traffic:[..._.values()].filter(s=>Ze(s.op)),at:s=>_.get(s),readers:s=>p.get(s)??
[],definer:s=>x.get(L(s)),selected:null,lit:null,shown:null,show:()=>{},go(s){let v=Math.max(0,Math.min(n-1,s));v!==I.moment&&(I.moment=v,I.tell("moment"))},lives:(s,v)=>s.
known&&s.start<=v&&v<=s.end&&v<n,hear:s=>R.push(s),tell:s=>R.forEach(v=>v(s)),light(s,v){I.lit=v&&{by:s,list:v,has:new Set(v)},I.tell("lit")},lightRows(s,v){let f=s.
map(d=>d.buffer).filter(d=>d!==void 0);return I.light("rows",f.length?f:null),f.length?[`${G(f.length,"value")} highlighted in the `,c("a",{href:`#${v}`},"heap \
picture"),"."]:["These holders have no value in this page, so nothing is highlighted."]}};return I}function $n(e,t){let o=0;for(let n=0;e[n]<=t;n+=2)o=e[n+1];return o}function Mn(e,t){let o=e.at(t);if(!o)return[];let n=o.defines.find(r=>r.layer)?.layer,a=o.source||
o.defines.find(r=>r.source)?.source;return[nt(o.name),o.op&&` ${o.op}`,o.label&&[" of ",F(o.label)],n&&`, ${n}`,a&&[", ",c("span.mono",F(a))]]}function En({M:e,
space:t}){if(e.xla_peak===void 0)return"";let o=[];for(let[n,a,r]of[[t.temporary_peak,t.temporary_at_xla_peak,"temporary"],[t.live_peak,t.live_at_xla_peak,"live"]]){
if(!n||a===void 0||a>=n.bytes)continue;let m=A(a)===A(n.bytes)?h=>`${h} bytes`:A;o.push(`${m(a)} ${r}, ${m(n.bytes)} at instruction ${n.step}`)}return t.live_peak&&
t.live_at_xla_peak===t.live_peak.bytes&&o.push(e.xla_peak===t.live_peak.step?"the most live bytes":"the same live bytes"),o.length?`XLA’s own peak is instructio\
n ${e.xla_peak}: ${o.join("; ")}.`:""}function Yt(e,t){let{space:o,steps:n}=e,a=o.occupied;if(!o.temporary_peak||!n||!a.length)return null;let r=o.peak??0,m=e.classes.
filter(([C])=>C!=="temporary"),h=J(m,C=>C[1]),_=Math.max(o.total,r,1),x=240,p=Q.top,g=x-Q.bottom-10,{traffic:L}=e,O=pe("of-time"),T=H("div",O),M=H("output",O),R=H(
".words",O),l=H(".hint",O),w=0,P=1,E=C=>Q.left+P*C/n,k=C=>g-(g-p)*C/_,B=(C,W)=>ue("line",{x1:C,x2:C,y1:p,y2:g,class:W}),I=(C,W)=>ue("line",{x1:Q.left,x2:Q.left+
P,y1:k(C),y2:k(C),class:W}),s=(C,W,me,D,xe,Le)=>ue("text",{x:C,y:W,"text-anchor":me,class:xe,...Le},D),v=ue("svg",{height:x,"aria-hidden":"true"}),f=B(0,"cursor"),
d=B(0,"accent"),z=ue("rect",{y:p,height:g-p,class:"window"}),V=C=>{let W=$n(a,C);return`instruction ${C}: ${A(h+W)} in use, ${A(W)} of it temporary`},Y=(C,W)=>S(
C,{x1:E(W+.5),x2:E(W+.5)}),ee=C=>{M.replaceChildren(V(C)),R.replaceChildren(),S(R,Mn(e,C)),Y(f,C)},we=C=>se(Math.floor((C.clientX-v.getBoundingClientRect().left-
Q.left)*n/P),0,n-1),Me=Math.ceil(n/20);S(T,v,{"aria-valuemax":n-1,pointermove:C=>ee(we(C)),pointerleave:()=>ee(e.moment),click:C=>e.go(we(C)),keydown:C=>{let me={
ArrowLeft:-1,ArrowDown:-1,ArrowRight:1,ArrowUp:1,PageDown:-Me,PageUp:Me,Home:-n,End:n}[C.key];me&&(C.preventDefault(),e.go(e.moment+me))}});function De(){let C=`\
M${E(0)} ${k(h)}`;for(let W=0;W<a.length;W+=2)C+=`H${E(Math.min(a[W],n)).toFixed(1)}V${k(h+a[W+1]).toFixed(1)}`;return`${C}H${E(n)}`}function Ve(){if(w=T.clientWidth,
!w)return;P=w-Q.left-Q.right;let C=De(),W=He(0,n,w/110,!0),me=0;v.setAttribute("width",String(w)),v.replaceChildren(...He(0,_,5).flatMap(D=>[I(D,"grid"),s(Q.left-
6,k(D)+4,"end",Xe(D))]),...W.flatMap((D,xe)=>{let Le=D?E(D)>w-24?"end":"middle":"start",ze=(E(W[xe+1]??n)-E(D))/6.4-1,Ne=ze>7&&D<n&&e.at(D)?.name;return[s(E(D),
g+17,Ne?"start":Le,`${D}`),...Ne?[s(E(D),g+29,"start",ve(Ne,Math.floor(ze)),"name")]:[]]}),...L.map(D=>ue("line",{x1:E(D.step+.5),x2:E(D.step+.5),y1:g,y2:g+5,class:`\
traffic ${Ze(D.op)}`})),s(-(p+g)/2,11,"middle","in use","title",{transform:"rotate(-90)"}),s(Q.left+P/2,g+43,"middle","instruction","title"),...m.map(([D,xe])=>(me+=
xe,ue("rect",{x:E(0),width:P,y:k(me),height:k(me-xe)-k(me),class:`area c-${D}`}))),ue("path",{d:`${C}V${k(h)}Z`,class:"area c-temporary"}),ue("path",{d:C,class:"\
outline"}),I(o.total,"limit"),z,d,...ut(e,E,Q.left,w-Q.right).flatMap(D=>{let xe=B(D.x,D.kind);if(!D.at)return[xe];let[Le,ze,Ne]=mt(D,D.at);return[xe,s(Le,p-ze,
Ne?"end":"start",D.text,D.kind)]}),f),ke()}function ke(){let[C,W]=e.shown||[0,n];S(z,{x:E(C),width:W-C<.999*n?E(W)-E(C):0}),Y(d,e.moment),ee(e.moment),S(T,{"ari\
a-valuenow":e.moment,"aria-valuetext":V(e.moment)})}e.hear(C=>{w&&(C==="moment"||C==="shown")&&ke()});let Ae=["collective","copy"].map(C=>[C,L.filter(W=>Ze(W.op)===
C).length]).filter(C=>C[1]);Ae.length&&l.before(c("p.words",Ae.map(([C,W],me)=>[me>0&&", ",c(`span.traffic ${C}`,{"aria-hidden":"true"}),G(W,C).replace("copys",
"copies")])," marked below the axis."));let Be=[O,ie(En(e))],Te=o.temporary_peak.bytes;return{resize:Ve,element:Te<r/100?Oe(t,`temporaries are ${A(Te)} (${re(Te,
r)}) of the peak: nearly the same at every step`,Be):ne(t,Be)}}var Lt=22,_n=24,Tn=3,Ln={stack:(e,t)=>{let o=t.buffer&&e.M.stacks[t.buffer.stack];return o?.length?o.map(n=>e.M.strings[n]).reverse():[t.source||"(no source)"]},
scope:(e,t)=>t.scope.split("/").map(o=>o||"(no scope)"),layer:(e,t)=>[t.layer||"(no layer)"],kind:(e,t)=>[t.kind]};function Jt(e,t){let o=(r,m)=>({name:r,leaf:m,
kind:"",bytes:0,parts:new Map,list:[],holders:[]}),n=o("all",!1),a=(r,m)=>{r.kind=r.holders.length&&r.kind!==m.kind?"":m.kind,r.bytes+=m.bytes,r.holders.push(m)};
for(let r of e.held(e.moment)){let m=[...Ln[t](e,r),r.group||"(none)"],h=n;a(n,r),m.forEach((_,x)=>{let p=x===m.length-1,g=`${p} ${_}`,L=h.parts.get(g);L||h.parts.
set(g,L=o(_,p)),h=L,a(h,r)})}return(function r(m){m.list=[...m.parts.values()].filter(h=>h.bytes>0).sort((h,_)=>_.bytes-h.bytes),m.list.forEach(r)})(n),n}function Zt(e,t,o){
let n=pe("of-flame"),a=H("select",n),r=H("input",n),m=H(".found",n),h=H("ol",n),_=H(".flame",n),x=H(".words",n),p=Jt(e,a.value),g=[p],L=new WeakMap,O=e.own.some(
s=>s.stack>=0),T=e.holders.some(s=>s.layer);for(let s of[...a.options])(s.value==="stack"&&!O&&!e.own.some(v=>v.source)||s.value==="layer"&&!T)&&s.remove();function M(){
p=Jt(e,a.value);let s=p;g=[p,...g.slice(1).map(v=>s=s.parts.get(`${v.leaf} ${v.name}`)??s).filter((v,f,d)=>v!==p&&d.indexOf(v)===f)],B()}function R(s){g=s,x.replaceChildren(),
B(),[..._.children].find(v=>L.get(v)?.at(-1)===g.at(-1))?.focus({preventScroll:!0})}function l(s){let v=s.at(-1);if(!v.leaf&&s.length!==g.length)return R(s);x.replaceChildren(),
S(x,e.lightRows(v.holders,o))}let w=()=>r.value.trim().toLowerCase(),P=s=>w()!==""&&s.name.toLowerCase().includes(w());function E(s,v,f,d){let z=s.at(-1),V=`${A(
z.bytes)}, ${re(z.bytes,p.bytes)}`,Y=ge(()=>l(s),{class:["frame-of",`c-${z.kind||"several"}`,P(z)&&"hit",s.length<g.length&&"above"].filter(Boolean).join(" "),style:`\
left:${v}px;top:${f}px;width:${Math.max(1,d-1)}px`,tabindex:s.length===g.length?0:-1,"aria-label":`${ve(z.name,160)}, ${V}${z.leaf?"":", zooms"}`,title:`${ve(z.
name,400)}: ${V}; ${z.bytes} bytes, ${G(z.holders.length,"holder")}`},d>30&&F(a.value==="stack"?z.name.replace(/^\S*\//,""):z.name));L.set(Y,s),_.append(Y)}function k(s,v,f,d){
let z=s.at(-1);E(s,v,d*Lt,f);let V=d,Y=v;if(d+1<_n)for(let ee of z.list){let we=f*ee.bytes/z.bytes;we>=Tn&&(V=Math.max(V,k([...s,ee],Y,we,d+1))),Y+=we}return V}
function B(){let s=_.clientWidth;if(!s)return;_.replaceChildren(),g.slice(0,-1).forEach((d,z)=>E(g.slice(0,z+1),0,z*Lt,s)),_.style.height=`${(k(g,0,s,g.length-1)+
1)*Lt}px`;let v=[];(function d(z){P(z)?v.push(z):z.list.forEach(d)})(p);let f=J(v,d=>d.bytes);m.textContent=w()?`${A(f)} in ${G(v.length,"frame")}, ${re(f,p.bytes)}`:
"",h.replaceChildren(...g.map((d,z)=>c("li",z===g.length-1?c("span",{"aria-current":"location"},F(ve(d.name,60)),` ${A(d.bytes)}`):ge(()=>R(g.slice(0,z+1)),F(ve(
d.name,60))))))}_.addEventListener("keydown",s=>{let v=L.get(s.target);if(!v)return;let[f,d]=[v.at(-1),v.at(-2)],z=Y=>d&&d.list[d.list.indexOf(f)+Y],V={ArrowDown:()=>f.
list[0]&&[...v,f.list[0]],ArrowUp:()=>v.slice(0,-1),ArrowLeft:()=>z(-1)&&[...v.slice(0,-1),z(-1)],ArrowRight:()=>z(1)&&[...v.slice(0,-1),z(1)]};if(s.key==="Esca\
pe"&&g.length>1)R(g.slice(0,-1));else{let Y=V[s.key]?.();if(!Y)return;let ee=Y.at(-1);[..._.children].find(we=>L.get(we)?.at(-1)===ee)?.focus()}s.preventDefault()}),
a.addEventListener("change",()=>{g=[p],M()}),r.addEventListener("input",B),e.hear(s=>{s==="lit"&&x.replaceChildren(),s==="moment"&&M()});let I=n;return{resize:B,
path:()=>g.map(s=>s.name),element:e.holders.length>0&&ne(t,I)}}var Hn=e=>c("div.parts",{"aria-hidden":"true"},e.map(([t,o,n])=>c(`span.c-${t}`,{style:`width:${100*o/n}%`}))),Rn=(e,t)=>c("ul.classes",t.map(([o,n])=>c("li",Ye(
`c-${o}`),`${o} `,be(n),` ${re(n,J(e.classes,a=>a[1]))}`)));function Qt(e){let{M:t,space:o,steps:n}=e,a=(g,L,O)=>c("div.figure",c("span.what",g),c("strong",{title:`${L}\
 bytes`},A(L)),c("span.how",O)),r=[["arguments","arguments"],["outputs","outputs"],["constants","constants"],["temporaries","temporary"]].filter(([g])=>o[g]).map(
([g,L],O)=>[O?" + ":"= ",be(o[g]),` ${L}`]),m=o.temporary_peak,h=J(e.classes,g=>g[1]),_=pe("of-lacks"),x=t.from_report&&t.files.find(g=>/-memory-usage-report\.txt/.
test(g.path));x&&S(H(".of_file code",_),F(x.path.split("/").at(-1).replace(/-memory-usage-report\.txt.*/,"-buffer-assignment.txt")));let p={of_file:x,from_report:t.
from_report&&!x,live_ranges:!t.live_ranges&&!t.from_report,instructions:!t.instructions,stack_frames_missing:t.stack_frames_missing};for(let[g,L]of Object.entries(
p))L||H(`.${g}`,_).remove();return c("section.headline",{"aria-label":"total and peak"},c("div.figures",a("total allocated",o.total,[r,o.shared>0&&[" − ",be(o.
shared)," shared"]]),m?a("peak",o.peak,`at instruction ${m.step} of ${n} (${A(m.bytes)} of it temporary)`):o.peak!==void 0&&t.live_ranges&&a("peak",o.peak,"the \
same at every instruction")),t.incomplete&&c("p.verdict over",Je(t.incomplete)),t.thread_local>0&&c("p.hint","plus ",be(t.thread_local)," thread-local"),o.fit&&
[c(o.fit.fits?"p.verdict fits":"p.verdict over",Je(o.fit.verdict)),o.fit.assumption&&c("p.hint",Je(o.fit.assumption)),o.fit.suggestions&&[c("p",o.fit.heading),c(
"ol.suggestions",o.fit.suggestions.map(g=>c("li",Je(g))))]],o.verdict&&c(o.savings.length?"p.verdict":"p.verdict calm",Je(o.verdict)),h>0&&[Hn(e.classes.map(([g,
L])=>[g,L,h])),Rn(e,e.classes)],_,t.left_out&&c("p.lack",`${G(t.left_out.count,"value")} (${A(t.left_out.bytes)}), the least in bytes × instructions, not in thi\
s page.`))}var Pn={accent:[],full:[5,3],peak:[2,3]};function Vt(e,t,o,n){let{A:a,own:r,steps:m}=e,h=Math.max(1,m),_=e.allocations.filter(i=>a.class[i]==="temporary").sort(
(i,b)=>a.size[b]-a.size[i]),x=pe("of-heap"),p=H("select",x),g=H("input",x),L=H("output",x),O=H(".clear",x),T=H(".frame",x),M=H("canvas",x),R=H(".tip",x),l=H(".w\
ords",x),w=H(".unseen",x),P=H(".hint",x),E=c("ul.legend"),k=c(`h${n}`),B=`all ${G(e.allocations.length,"allocation")}`;S(p,{change:()=>De(p.value)},_.map(i=>_e(
i,`${a.number[i]<0?"all others":`allocation ${a.number[i]}`}: temporaries, ${A(a.size[i])}`)),_e("all",`${B}, ${A(e.space.total)}`)),x.querySelectorAll(".group \
button").forEach((i,b)=>S(i,{click:[()=>{Te(1/1.5)},()=>{Te(1.5)},Ae][b]})),S(O,{click:wt}),P.id=`${o}keys`;let I="all",s=[],v=new Map,f=1,d={x0:0,x1:1,y0:0,y1:1},
z=[],V=null,Y=-1,ee={count:0,bytes:0,drawn:0},we=!1,Me=i=>i!==null&&v.has(i.allocation);function De(i){I=i==="all"?i:Number(i),p.value=String(I),v=new Map,f=0;for(let u of I===
"all"?e.allocations:[I])v.set(u,f),f+=a.size[u];let b=u=>I==="all"?u.kind:u.group,$=new Map;s=r.filter(Me);for(let u of s)u.x0=u.known?Math.min(u.start,h):0,u.x1=
u.known?Math.min(u.end+1,h):h,u.y0=v.get(u.allocation)+u.offset,u.y1=u.y0+u.size,f=Math.max(f,u.y1,1),u.area=(u.x1-u.x0)*u.size,$.set(b(u),($.get(b(u))||0)+u.area);
s.sort((u,y)=>y.area-u.area||u.i-y.i),z=[...$].filter(u=>u[1]).sort((u,y)=>y[1]-u[1]).slice(0,10).map(u=>u[0]);for(let u of s)u.tint=I==="all"?`c-${u.kind}`:`g${(z.
indexOf(u.group)+11)%11}`;S(M,{"aria-describedby":P.id,"aria-label":`heap picture of ${I==="all"?B:`allocation ${a.number[I]}`}: ${G(s.length,"value")} over ${G(
h,"instruction")} and ${he(f)}; the table of holders has the same as text`}),E.replaceChildren(),S(E,I==="all"?Tt.map(u=>Ve(`c-${u}`,u)):[...z.map((u,y)=>Ve(`g${y}`,
u||"(unknown)")),Ve("g10","other groups")]),k.textContent=I==="all"?"Classes":"Largest groups, by bytes × instructions",V=null,We(null),Ae(),xt()}function Ve(i,b){
let $=s.filter(K=>K.tint===i),u=J($,K=>K.size),y=ge(()=>e.light(y,e.lit?.by===y?null:$),{title:`${b}: ${G($.length,"value")}, ${u} bytes in sum`},Ye(i),c("span.\
cut tail",F(b)),c("span.amount",`${A(u)} in ${$.length}`));return $.length>0&&c("li",y)}let ke=()=>{let{left:i,top:b}=Q,$=M.clientWidth-Q.right,u=M.clientHeight-
Q.bottom,y=$-i,K=u-b,q=y/(d.x1-d.x0),Z=K/(d.y1-d.y0);return{left:i,top:b,right:$,bottom:u,width:y,height:K,sx:q,sy:Z,x:fe=>i+(fe-d.x0)*q,y:fe=>b+(d.y1-fe)*Z}};function Ae(){
Be(0,h,0,f)}function Be(i,b,$,u){let y=se(b-i,Math.min(h,2),h),K=se(u-$,Math.min(f,16),f),q=Object.values(d).join();return i=se(i,0,h-y),$=se($,0,f-K),d={x0:i,x1:i+
y,y0:$,y1:$+K},M.style.touchAction=y<h||K<f?"none":"pan-y",e.shown=[d.x0,d.x1],e.tell("shown"),Le(),Object.values(d).join()!==q}function Te(i,b=Q.left+ke().width/
2,$=Q.top+ke().height/2,u="xy"){let y=ke(),{x0:K,x1:q,y0:Z,y1:fe}=d,Re=se((b-y.left)/y.width,0,1),ae=se((y.bottom-$)/y.height,0,1),qe=se((q-K)*(u==="y"?1:i),Math.
min(h,2),h)-q+K,Ue=se((fe-Z)*(u==="x"?1:i),Math.min(f,16),f)-fe+Z;return Be(K-qe*Re,q+qe*(1-Re),Z-Ue*ae,fe+Ue*(1-ae))}function C(i,b){let $=ke();return Be(d.x0-
i/$.sx,d.x1-i/$.sx,d.y0+b/$.sy,d.y1+b/$.sy)}let W=(i,b)=>({left:b.x(i.x0),right:b.x(i.x1),top:b.y(i.y1),bottom:b.y(i.y0)}),me=i=>i===e.selected||e.lit?.has.has(
i),D=(i,b)=>i.size*b.sy>=.5||me(i);function xe(i,b){let $=ke();if(i<$.left||i>$.right||b<$.top||b>$.bottom)return null;let u=d.x0+(i-$.left)/$.sx,y=d.y1-(b-$.top)/
$.sy;return s.findLast(K=>K.y0<=y&&y<K.y1&&K.x0<=u&&u<Math.max(K.x1,K.x0+1/$.sx)&&D(K,$))||null}function Le(){we||requestAnimationFrame(ze),we=!0}function ze(){
we=!1;let i=M.clientWidth,b=M.clientHeight,$=devicePixelRatio||1;if(!i)return;for(let[N,j]of[["width",i],["height",b]])M[N]!==Math.round(j*$)&&(M[N]=Math.round(
j*$));let u=M.getContext("2d",{alpha:!1}),y=ke(),[K,q,Z,fe,Re,ae]=["panel","muted","grid","accent","full","text"].map(dt),qe=new Map,Ue=N=>{let j=qe.get(N)??dt(
N.replace("c-",""));return qe.set(N,j),j},Ee=(N,j,te,X,oe)=>{u.fillStyle=N,u.fillRect(j,te,X,oe)},Pe=(N,j,te,X,oe)=>{u.textAlign=X,u.fillStyle=oe,u.fillText(N,j,
te)};u.setTransform($,0,0,$,0,0),Ee(K,0,0,i,b),u.font="11px system-ui, sans-serif",u.textBaseline="middle";for(let N of He(d.y0,d.y1,Math.max(2,y.height/60)))Ee(
Z,y.left,Math.round(y.y(N)),y.width,1),Pe(Xe(N),y.left-6,y.y(N),"right",q);let Nt=He(d.x0,d.x1,y.width/110,!0);for(let[N,j]of Nt.entries()){if(y.x(j)>=y.right-8)
continue;Pe(`${j}`,Math.max(y.x(j),y.left+4),y.bottom+11,"center",q);let te=Math.floor((y.x(Nt[N+1]??d.x1)-y.x(j))/6)-1,X=te>7&&e.at(j)?.name;X&&Pe(ve(X,te),y.x(
j)-3,y.bottom+22,"left",q)}for(let N of e.traffic)N.step>=d.x0&&N.step<d.x1&&Ee(Ze(N.op)==="copy"?fe:Re,y.x(N.step+.5)-1,y.bottom,2,5);Pe("instruction",y.left+y.
width/2,y.bottom+33,"center",q),u.rotate(-Math.PI/2),Pe("offset",-y.top-y.height/2,8,"center",q),u.rotate(Math.PI/2),Ee(Z,y.left-1,y.top,1,y.height),u.save(),u.
beginPath(),u.rect(y.left,y.top,y.width,y.height),u.clip(),I==="all"&&[...v].forEach(([N,j],te)=>{let X=a.size[N]*y.sy,oe=y.y(j+a.size[N]);X<1||oe>y.bottom||oe+
X<y.top||(u.globalAlpha=te%2?.2:.5,Ee(Z,y.left,oe,y.width,X),u.globalAlpha=1,X>13&&Pe(`${a.class[N]} ${a.number[N]}`,y.right-4,oe+X/2,"right",q))}),ee={count:0,
bytes:0,drawn:0};let It=[],Mt=e.lit?.has;for(let N of Mt?[!1,!0]:[!0]){u.globalAlpha=N?1:.16;for(let j of s){if(Mt&&Mt.has(j)!==N||j.x1<d.x0||j.x0>d.x1||j.y1<d.
y0||j.y0>d.y1)continue;if(!D(j,y)){++ee.count,ee.bytes+=j.size;continue}++ee.drawn;let te=W(j,y),X=Math.max(te.left,y.left-2),oe=Math.max(te.top,y.top-2),Ce=Math.
max(1,Math.min(te.right,y.right+2)-X),Fe=Math.max(me(j)?2:.5,Math.min(te.bottom,y.bottom+2)-oe);Ee(Ue(j.tint),X,oe,Ce-(Ce>4?.5:0),Fe-(Fe>4?.5:0)),N&&Ce>46&&Fe>13&&
It.push([j,X,Ce,oe+Fe/2])}}u.globalAlpha=1,u.font="11px ui-monospace, monospace";for(let[N,j,te,X]of It.slice(-400))Pe(ft(N.label||N.name,Math.floor((te-10)/6.7)),
j+4,X,"left","#000");let Ft=(N,j,te)=>{if(!Me(N))return;let{left:X,right:oe,top:Ce,bottom:Fe}=W(N,y),Kt=Math.max(0,7-oe+X)/2,jt=Math.max(0,7-Fe+Ce)/2;for(let[gn,
bn]of[[j+2,K],[j,te]])u.lineWidth=gn,u.strokeStyle=bn,u.strokeRect(X-Kt,Ce-jt,oe-X+2*Kt,Fe-Ce+2*jt)};Ft(V,1,ae),Ft(e.selected,2.5,fe),u.restore();for(let N of ut(
e,y.x,y.left,y.right,!0)){let j=dt(N.kind);if(u.strokeStyle=j,u.lineWidth=1.5,u.setLineDash(Pn[N.kind]??[]),u.beginPath(),u.moveTo(N.x,y.top),u.lineTo(N.x,y.bottom),
u.stroke(),!N.at)continue;let[te,X,oe]=mt(N,N.at);Pe(N.text,te,y.top-X-2,oe?"right":"left",j)}u.setLineDash([]),Ne()}function Ne(){let i=[];(d.x1-d.x0<h||d.y1-d.
y0<f)&&i.push(`Instructions ${Math.floor(d.x0)} to ${Math.ceil(d.x1)}, offsets ${A(Math.floor(d.y0))} to ${A(Math.ceil(d.y1))}.`),m?i.push(`Live at instruction ${e.
moment}: ${G(s.filter(b=>e.lives(b,e.moment)).length,"value")}.`):i.push("Without live ranges, every value is drawn over all instructions."),ee.count&&i.push(`${G(
ee.count,"value")}, ${he(ee.bytes)}, are lower than half a pixel and not drawn.`),l.textContent=i.join(" ")}function We(i,b=0,$=0){if(R.hidden=!i,!i)return;let u=(q,Z)=>Z&&
c("div",c("span",q),F(Z));R.replaceChildren(c("strong",F(i.name))),S(R,u("shape",i.shape),u("size",he(i.size)),u("live",i.range),u("offset",he(i.offset)),u("lab\
el",i.label),u("source",i.source));let y=T.getBoundingClientRect(),K=Math.min(T.clientHeight,innerHeight-y.top);R.style.left=`${se(b+16,0,T.clientWidth-R.offsetWidth)}\
px`,R.style.top=`${se($+14,Math.max(0,-y.top),Math.max(0,K-R.offsetHeight))}px`}function Ct(){let i=e.selected,b=ke();Me(i)&&(We(i,se(b.x((i.x0+i.x1)/2),b.left,
b.right),se(b.y(i.y0),b.top,b.bottom)),w.textContent=`${ve(i.name,120)}, ${A(i.size)} at offset ${i.offset}, instructions ${i.range}`)}function dn(i){v.has(i.allocation)||
De(i.kind==="temporary"?i.allocation:"all");let b=(y,K,q,Z)=>y>=q&&K<=Z||y<=q&&K>=Z?0:(y+K-q-Z)/2,$=b(i.x0,i.x1,d.x0,d.x1),u=b(i.y0,i.y1,d.y0,d.y1);($||u)&&Be(d.
x0+$,d.x1+$,d.y0+u,d.y1+u)}function et(i){e.selected=i,i&&dn(i),e.tell("selected")}function hn(i){let b=e.selected;if(!Me(b))return s.find(ae=>e.lives(ae,e.moment))||
s[0]||null;let $=i==="ArrowRight"||i==="ArrowUp"?1:-1,[u,y,K,q,Z]=i==="ArrowRight"||i==="ArrowLeft"?["x0","y0","y1",h,f]:["y0","x0","x1",f,h],fe=b,Re=1/0;for(let ae of s){
if($*(ae[u]-b[u]||ae.i-b.i)<=0)continue;let Ue=ae[y]<b[K]&&b[y]<ae[K]?0:2+2*Math.max(0,ae[y]-b[K],b[y]-ae[K])/Z,Ee=Math.abs(ae[u]-b[u])/q+Ue;(Ee<Re||Ee===Re&&$*
(ae.i-fe.i)<0)&&([fe,Re]=[ae,Ee])}return fe}function wt(){e.light("",null)}function xt(){let i=e.lit;O.hidden=!i;for(let $ of E.querySelectorAll("button"))$.setAttribute(
"aria-pressed",String(i?.by===$));i?.by!=="search"&&(g.value="");let b=i?.list.filter($=>Me($)).length;L.textContent=i?(Y>=0?`${Y+1}: `:"")+(i.by==="search"?`${i.
list.length} of ${G(r.length,"value")} match`:`${G(i.list.length,"value")} highlighted`)+(b===i.list.length?"":`, ${b} in this picture`):""}S(g,{input:()=>{let i=g.
value.trim().toLowerCase();e.light("search",i?r.filter(b=>[b.name,b.label,b.source,b.op_name,b.shape].some($=>$.toLowerCase().includes(i))):null)},keydown:i=>{i.
key==="Escape"&&(wt(),M.focus());let b=e.lit?.list;i.key!=="Enter"||!b?.length||(Y=i.shiftKey?(Math.max(Y,0)+b.length-1)%b.length:(Y+1)%b.length,et(b[Y]),Ct(),xt())}});
let Ge=i=>{let b=M.getBoundingClientRect();return[i.clientX-b.left,i.clientY-b.top]};function vt(i,b){let $=xe(i,b);We($,i,b),$!==V&&Le(),V=$,M.classList.toggle(
"over",!!$)}let Ie=new Map,lt=!1,kt=[0,0],Ot=i=>Ie.delete(i.pointerId)&&!Ie.size&&!lt;S(M,{pointerdown:i=>{i.button||(M.setPointerCapture(i.pointerId),Ie.set(i.
pointerId,Ge(i)),!(Ie.size>1)&&(lt=!1,kt=Ge(i)))},pointermove:i=>{let[b,$]=Ge(i),u=Ie.get(i.pointerId);if(!u){i.pointerType==="mouse"&&vt(b,$);return}let y=[...Ie].
find(q=>q[0]!==i.pointerId)?.[1];if(!lt&&!y&&Math.hypot(b-kt[0],$-kt[1])<4)return;if(lt=!0,We(null),Ie.set(i.pointerId,[b,$]),!y)return void C(b-u[0],$-u[1]);let K=(q,Z)=>Math.
max(1,Math.hypot(q-y[0],Z-y[1]));Te(se(K(...u)/K(b,$),.2,5),(b+y[0])/2,($+y[1])/2),C((b-u[0])/2,($-u[1])/2)},pointerup:i=>{Ot(i)&&(et(xe(...Ge(i))),e.selected&&
e.tell("open"))},pointercancel:Ot,pointerleave:()=>vt(-1,-1),dblclick:Ae,blur:()=>We(null),keydown:i=>{let b=i.key,$=ke(),u=Me(e.selected)?e.selected:null;if(!(i.
ctrlKey||i.metaKey||i.altKey)){if(b.startsWith("Arrow"))et(hn(b)),Ct();else if(b==="+"||b==="="||b==="-")Te(b==="-"?1.5:1/1.5,u?$.x((u.x0+u.x1)/2):void 0,u?$.y(
(u.y0+u.y1)/2):void 0);else if(b==="0")Ae();else if(b==="Enter")u&&e.tell("open");else if(b==="Escape")et(null),We(null),wt();else return;i.preventDefault()}}}),
M.addEventListener("wheel",i=>{let b=(i.deltaY||i.deltaX)*(i.deltaMode?16:1);Te(Math.exp(se(b,-400,400)*.0015),...Ge(i),i.shiftKey?"x":i.altKey?"y":"xy")&&i.preventDefault(),
vt(...Ge(i))},{passive:!1}),e.hear(i=>{if(i==="shown"||i==="open")return;let b=e.lit?.list||[],[$]=b;i==="lit"&&e.lit?.by==="rows"&&$&&!b.some(u=>Me(u))&&De($.kind===
"temporary"&&b.every(u=>u.allocation===$.allocation)?$.allocation:"all"),i==="lit"&&(Y=-1,xt()),Le()}),e.show=i=>{i&&ot(M),et(i),i&&e.tell("open")};let[$t]=_;De(
$t!==void 0&&a.size[$t]>=e.space.total/10?$t:"all");let St=c("aside",{"aria-label":"buffer and legend"},k,E),At=c("div.pictures",c("div",x),St),{temporaries:ct,
total:Bt}=e.space,zt=m?ct?ct<Bt/100&&`temporaries are ${A(ct)} (${re(ct,Bt)}) of the total`:"there are no temporaries: every allocation is there at all instruct\
ions":"without live ranges, all values of an allocation cover each other";return{aside:St,resize:ze,focus:()=>M.focus(),search(){ot(g),g.focus()},element:zt?Oe(
t,zt,At):ne(t,At),state:()=>({picture:I==="all"?I:a.number[I],x:[d.x0,d.x1],y:[d.y0,d.y1],extent:[h,f],values:s.length,drawn:ee.drawn,hidden:{count:ee.count,bytes:ee.
bytes},hover:V?.i??-1,groups:z})}}function $e({name:e,columns:t,rows:o,first:n=10,press:a}){let r=0,m=!0,h=!1,_=null,x=null,p=c("tbody"),g=new WeakMap,L=t.map((l,w)=>c("th",{scope:"col",class:l.
right&&"right"},l.of?ge(()=>{m=r===w?!m:!!l.right,r=w,R()},l.title):l.title)),O=ge(()=>{h=!h,R()},{class:"more"}),T=(l,w)=>{l.classList.toggle("pressed",w),l.querySelector(
"[aria-pressed]")?.setAttribute("aria-pressed",String(w))};function M(l,w,P){let E=c("tr",t.map(k=>{let B=k.show?k.show(l,w,P):String(k.of(l)),I=B instanceof Node?
B:F(B),s=I.textContent??"",v=s.length>20&&!I.title?s:null,f=[k.right&&"right",k.kind,k.main&&"main",(!s||s==="-")&&"nil"].filter(Boolean).join(" ");return c("td",
{class:f,title:v,"data-head":(k.right||k.headed)&&k.title},a&&k.main?c("button.plain",{type:"button","aria-pressed":"false"},I):I)}));return a&&S(E,{class:"does",
click:()=>a(l)}),g.set(E,l),l!==_?[E]:(T(E,!0),[E,x])}function R(){let l=m?-1:1,w=t[r].of??(()=>0),P=o.map((E,k)=>({key:w(E),i:k,row:E})).sort((E,k)=>E.key<k.key?
-l:E.key>k.key?l:E.i-k.i).slice(0,h?o.length:n).map(E=>E.row);L.forEach((E,k)=>{t[k].of&&E.setAttribute("aria-sort",k!==r?"none":m?"descending":"ascending")}),p.
replaceChildren(...P.length?P.flatMap(M).filter(E=>E!==null):[c("tr",c("td",{colspan:t.length},"none"))]),O.hidden=o.length<=n,O.textContent=h?`show the first ${n}`:
`show all ${o.length} rows`}return R(),{element:c("div.table",c("div.scroll",{tabindex:"0",role:"region","aria-label":e},c("table",c("caption.unseen",e),c("thea\
d",c("tr",L)),p)),O),update(l){o=l,R()},press(l,...w){_=l,x?.remove(),x=l&&w.length?c("tr.details",c("td",{colspan:t.length},w)):null;for(let P of[...p.children]){
let E=l!==null&&g.get(P)===l;T(P,E),E&&x&&P.after(x)}}}}function ht(e,t,o,n){let a=e.map(h=>t(h).join(`
`).toLowerCase()),r=c("output.found",{"aria-live":"polite"}),m=c("input.filter",{type:"search",autocomplete:"off",spellcheck:"false",input:()=>{let h=m.value.trim().
toLowerCase(),_=e.filter((x,p)=>a[p].includes(h));o.update(_),r.textContent=h&&`${_.length} of ${G(e.length,n)}`}});return[c("div.tools",c("label.field",c("span",
`filter ${n}s`),m),r),o.element]}var de=(e,t)=>({title:e,of:t,right:!0,show:o=>t(o)?be(t(o)):"-"}),le=(e,t,o)=>({title:e,of:t,right:!0,...o&&{show:o}}),ce=(e,t,o)=>({
title:e,of:t,...o&&{kind:o}}),gt=e=>({...ce("source",e,"mono tail"),show:t=>c("span",{title:e(t)},F(ft(e(t),32)))}),bt=e=>({title:"class",of:e,show:t=>c("span",
Ye(`c-${e(t)}`),e(t))});var Cn=["kind","shape","group","source","scope","op","layer"];function On(e,t){let o=new Map;for(let n of e){let a=t==="alike"?JSON.stringify([n.kind,n.group,n.
shape]):t==="value"?n.i:n[t],r=o.get(a);r||o.set(a,r={...n,bytes:0,holders:[],so_far:0}),r.bytes+=n.bytes,r.holders.push(n)}for(let n of o.values()){let a=n.holders[0];
for(let r of Cn)n[r]=n.holders.every(m=>m[r]===a[r])?a[r]:`${a[r]} …`;n.holders.length===1&&(n.group=t==="value"?`${a.name} ${a.label}`:a.label),n.kind!==a.kind&&
(n.kind="several")}return[...o.values()].sort((n,a)=>a.bytes-n.bytes||n.holders[0].i-a.holders[0].i)}function en(e,t,o){let n=pe("of-holders"),a=H("select",n),r=H(
".rows",n),m=H(".unseen",n),h=H(".filter",n),_=H(".found",n),x=H(".back",n),p=H(".kind",n),g=H(".layer",n),L=w=>Number(/\d+/.exec(w)?.[0]??0);S(p,_e("","all"),[
...new Set(e.holders.map(w=>w.kind))].map(w=>_e(w,w)));let O=[...new Set([...e.own,...e.holders].map(w=>w.layer))].filter(Boolean).sort((w,P)=>L(w)-L(P));S(g,_e(
"","all"),O.map(w=>_e(w,w))),g.closest("label").hidden=!O.length;for(let w of[p,g])w.addEventListener("change",l);h.addEventListener("input",l),S(x,{click:()=>e.
go(e.peakAt)}),a.addEventListener("change",l),H(".asks",n).hidden=!e.own.length;let T=8,M=w=>{let P=w.holders.flatMap(E=>E.buffer?[{buffer:E.buffer,bytes:E.bytes}]:
[]);return[c("ul.values",P.slice(0,T).map(({buffer:E,bytes:k})=>c("li",c("button.plain",{type:"button",click:B=>{B.stopPropagation(),e.show(E)}},F(E.name))," ",
be(k),E.known&&`, instructions ${E.range}`,E.source&&[", ",c("span.mono",F(E.source))]))),P.length>T&&ie(`${P.length-T} more.`)]},R;function l(){let w=e.held(e.
moment),P=h.value.trim().toLowerCase(),E=f=>(!p.value||f.kind===p.value)&&(!g.value||f.layer===g.value)&&(!P||[f.name,f.label,f.scope,f.source,f.shape,f.op].some(
d=>d.toLowerCase().includes(P))),k=w.filter(E),B=e.M.from_report?e.space.total:J(w,f=>f.bytes);_.textContent=k.length===w.length?"":`${k.length} of ${G(w.length,
"holder")}, ${A(J(k,f=>f.bytes))}, ${re(J(k,f=>f.bytes),B)}`,x.hidden=e.peakAt===void 0||e.moment===e.peakAt,e.peakAt!==void 0&&(t.textContent=`In use at ${e.moment===
e.peakAt?"the peak (":""}instruction ${e.moment}${e.moment===e.peakAt?")":""}`);let I=a.value==="alike"||a.value==="value"?"group":a.value,s=[de("size",f=>f.bytes),
le("share",f=>f.bytes,f=>re(f.bytes,B)),{title:"cumulative",right:!0,kind:"lesser",show:(f,d,z)=>(f.so_far=f.bytes+(d?z[d-1].so_far:0),re(f.so_far,B))},le("coun\
t",f=>f.holders.length),{...bt(f=>f.kind),key:"kind"},...[["shape","shape","mono"],["scope","scope","wide tail"],["opcode","op","wide"],["layer","layer",""],["l\
abel","group","wide tail"],["source","source","mono tail"]].filter(([,f])=>f===I||!["scope","op","layer"].includes(f)&&(f!=="source"||e.holders.some(d=>d.source))).
map(([f,d,z])=>{let V=Y=>Y[d]||(d===I?"(unknown)":"");return{...d==="source"?gt(V):ce(f,V,z),key:d}})];s.find(f=>f.key===I).main=!0;let v=f=>{let d=e.lightRows(
f.holders,o);R.press(f,ie(d),M(f)),m.textContent=H(".details .words",R.element).textContent};R=$e({name:`holders by ${a.selectedOptions[0].text}`,columns:s,rows:On(
k,a.value),press:e.own.length>0&&v}),r.replaceChildren(R.element),m.textContent=""}return e.hear(w=>{w==="moment"&&l(),w==="lit"&&(R.press(null),m.textContent="")}),
l(),ne(t,n)}var yt=(e,t)=>t.filter(o=>o.space===e.space.space);function Sn(e){let t=yt(e,e.M.more_donations??[]),o=new Map;for(let r of yt(e,e.M.donations)){let m=JSON.stringify(
[r.bytes,r.argument,r.output,r.shape,r.copied,r.same_shape,r.read_later]),h=o.get(m)??{...r,count:0,bytes:0};o.set(m,h),h.bytes+=r.bytes,++h.count}let n=[...o.values()].
sort((r,m)=>r.parameter-m.parameter),a=r=>[r.copied&&"the result is a copy of the input",!r.same_shape&&"other shape",r.read_later&&"input is read after the res\
ult is written"].filter(Boolean).join(", ");return{kind:"donation",rows:n.length,said:`${A(J(n,r=>r.bytes)+J(t,r=>r.bytes))} of results fit the memory of inputs`,
note:t.map(r=>`${G(r.count,"smaller one")} not listed.`).join(" "),element:$e({name:"donation",rows:n,columns:[de("size",r=>r.bytes),le("count",r=>r.count),le("\
parameter",r=>r.parameter,r=>`${r.parameter}${r.count>1?" …":""}`),{...ce("input",r=>r.argument,"wide tail"),main:!0},{...ce("result",r=>r.output||`in allocat\
ion ${r.output_allocation}`,"tail"),headed:!0},ce("shape",r=>r.shape,"mono"),{title:"notes",kind:"prose",show:a}]}).element}}function An(e){let t=yt(e,e.M.padding),
o=J(t,n=>n.assigned);return{kind:"padding",rows:t.length,said:`${A(o-J(t,n=>n.logical))} of ${A(o)} in values of padded shapes`,note:"Values that share memory a\
t different times each count.",element:$e({name:"padding",rows:t,columns:[de("padding",n=>n.assigned-n.logical),de("assigned",n=>n.assigned),de("elements",n=>n.
logical),le("factor",n=>n.assigned/n.logical,n=>n.logical?Et(n.assigned/n.logical):"-"),le("count",n=>n.count),{...ce("shape",n=>n.shape,"mono wide"),main:!0}]}).
element}}function Bn(e){let t=yt(e,e.M.arenas).filter(n=>n.size>n.filled),o=n=>n.size-n.filled;return{kind:"fragmentation",rows:t.length,said:`${A(J(t,o))} of t\
he memory for temporaries is free even at the fullest step`,element:$e({name:"fragmentation",rows:t,columns:[de("free",o),le("share",n=>o(n)/n.size,n=>re(o(n),n.
size)),de("size",n=>n.size),{title:"allocation",of:n=>n.allocation,show:n=>`allocation ${n.allocation}`,main:!0}]}).element}}function tn(e,t,o,n){let a=[Sn(e),An(
e),Bn(e)].filter(r=>r.rows).map(({kind:r,said:m,note:h,element:_})=>{let x=e.space.savings.find(O=>O.kind===r),p=r==="fragmentation"?"total":"peak",g=c(`h${n}`,
{id:o+r},`${r[0].toUpperCase()}${r.slice(1)}: ${m}`),L=[ie(h),_];return x?ne(g,ie(`The ${p} would be up to ${A(x.bytes)} lower.`),L):Oe(g,`would hardly lower th\
e ${p}`,L)});return a.length?ne(t,a):!e.M.from_report&&ne(t,ie("Nothing found: no donation, padding or fragmentation that could be avoided."))}var nn=()=>new URLSearchParams(location.hash.replace(/^#/,"")),zn=()=>/^#(module-\d+)/.exec(location.hash)?.[1]??"",on=0;function rn(e,t){let o=()=>{let a=nn();
if(!t()||!(a.has("step")||a.has("buffer")))return;let r=Number(a.get("step")??NaN),m=a.get("buffer");Number.isInteger(r)&&r>=0&&r<e.steps&&r!==e.moment&&(e.moment=
r,e.tell("moment"));let h=m===null?null:e.own.find(_=>_.name===m)??null;h!==e.selected&&e.show(h)},n=()=>{if(!t())return;let a=new URLSearchParams;e.moment!==(e.
peakAt??0)&&a.set("step",String(e.moment)),e.selected&&a.set("buffer",e.selected.name);let r=[zn(),a.toString()].filter(Boolean).join("&"),m=nn();(m.get("step")??
"")===(a.get("step")??"")&&(m.get("buffer")??"")===(a.get("buffer")??"")||(location.hash=r||"#")};e.hear(a=>{a!=="moment"&&a!=="selected"||(clearTimeout(on),on=
window.setTimeout(n,300))}),addEventListener("hashchange",()=>{t()&&/^(#(module-\d+)?)?$/.test(location.hash)?(e.selected&&e.show(null),e.moment!==(e.peakAt??0)&&
(e.moment=e.peakAt??0,e.tell("moment"))):o()}),queueMicrotask(o)}var Ke=H("#main"),ye={module:null,linked:"h2[id]"};addEventListener("click",e=>{let t=e.target.closest('a[href^="#"]');t&&ot(document.getElementById(t.hash.slice(
1)))});function Qe(){let e=[...Ke.querySelectorAll(ye.linked)].map(t=>[t.id,t.textContent]);ye.linked==="h3[id]"&&e.unshift(["","← all modules"]),H("#sections\
 ul").replaceChildren(...e.map(([t,o])=>c("li",c("a",{href:`#${t}`,click:()=>{at=t,Ht()}},o)))),at="",Ht()}var at="";function Ht(){let e=[...document.querySelectorAll(
"#sections a")].filter(a=>a.hash),t=a=>document.getElementById(a)?.getBoundingClientRect().top??1/0,o=e.filter(a=>t(a.hash.slice(1))<80),n=e.find(a=>a.hash===`#${at}`)||
o.at(-1)||e[0];for(let a of e)S(a,{"aria-current":`${a===n}`})}var sn=0;addEventListener("scroll",()=>{cancelAnimationFrame(sn),sn=requestAnimationFrame(()=>{let e=document.
getElementById(at)?.getBoundingClientRect().top??-1;(e<0||e>innerHeight)&&(at=""),Ht()})},{passive:!0});function Nn(e,t,o){let n=rt(o,t),a=pe("of-module"),r=H(".tools",a),m=H("select",a),h=H(".hint",a),_=H(".space",a),x=c("div",a),p=null,g=null,L=null,O=null;S(m,e.
spaces.map(l=>_e(l.space,`${l.name}: ${A(l.total)}`)),{change:()=>T(m.selectedIndex)}),S(h,`${e.spaces.length} spaces, which are never added up; everything belo\
w is about this one.`),r.hidden=e.spaces.length<2,e.spaces.length||S(_,c("p.lack",e.from_report?"The text lists no buffers.":"This module allocates nothing."));
function T(l){let w=p=Xt(e,e.spaces[l]);g=w.own.length>0?Vt(w,n("heap","Heap"),t,o+1):null,g&&g.aside.prepend(Gt(w,o+1,g,t));let P=Yt(w,n("time","Use over time"));
L=P,O=Zt(w,n("flame","In use, as an icicle"),`${t}heap`);let E=w.space.temporary_peak;_.replaceChildren(),S(_,c("div.first",Qt(w),P?.element),(w.holders.length>
0||!e.from_report)&&en(w,n("holders",e.from_report?"Largest buffers":E?`In use at the peak (instruction ${E.step})`:"In use"),`${t}heap`),tn(w,n("savings","What\
 can be saved"),t,o+1),g?.element,O.element,Oe(n("files","Files"),[e.era,` · ${G(e.values,"value")}`,e.live_ranges&&` · ${G(e.steps,"instruction")}`],c("ul.fi\
les",e.files.map(k=>c("li",F(k.path),` ${k.kind}, `,be(k.bytes))))));for(let k of _.querySelectorAll("details"))k.addEventListener("toggle",M);M(),Qe(),rn(w,()=>p===
w&&x.isConnected&&x.offsetWidth>0)}function M(){for(let l of x.offsetWidth?[L,g,O]:[])l?.resize()}e.spaces.length&&T(0);let R=0;return new ResizeObserver(()=>{x.
offsetWidth!==R&&(R=x.offsetWidth,M())}).observe(x),{element:x,resize:M,search:()=>g?.search(),state:()=>p&&{module:e.name,space:p.space.space,moment:p.moment,selected:p.
selected?.i??-1,highlighted:p.lit?p.lit.list.map(l=>l.i):null,scope:O.path(),...g?.state()}}}function it(e,t,o,n){let a=Nn(e,t,o);return ye.module=a,n.append(a.
element),a.resize(),a}var je=e=>e.name||e.path,ln=e=>[c("span.by-command","Its picture is not in this page; ",nt(`ballast report ${tt(e)} -o FILE.html`)," makes one."),c("span.on-pag\
e","Its picture is not in this page: choose the module in Report.")];function cn(e,t,o,n,...a){let r=ne(rt(2,"")("modules","Modules"),a),m=c("div");S(Ke,r,m);let h=null,
_=0;function x(){let p=/^#module-(\d+)/.exec(location.hash),g=p?e[Number(p[1])]:void 0,L=g&&o(g)?Number(p[1]):-1;if(L===h||L<0&&h!==null&&location.hash.length>1)
return;let O=h;if(O===-1&&(_=scrollY),ye.module=null,h=L,m.replaceChildren(),r.hidden=L>=0,ye.linked=L<0?"none":"h3[id]",document.title=L<0?U.title:t(g),L>=0){let T=c(
"h2",{tabindex:"-1",id:`module-${L}`},F(document.title));m.append(T),n(g,`module-${L}-`,3,m),scrollTo(0,0),T.focus({preventScroll:!0})}else O!==null&&(scrollTo(
0,_),r.querySelector(`a[href="#module-${O}"]`)?.focus({preventScroll:!0}));Qe()}addEventListener("hashchange",x),x()}var un=()=>U.limit.device||"the limit",mn=e=>`${A(
Math.abs(e.left))} ${e.fits?"left":e.left<0?"missing":"left at most: incomplete"}`;function fn(){let e=U.rows,t=r=>U.pictures[r.picture??-1],o=$e({name:"modules\
 by total",rows:e,first:100,columns:[de("total",r=>r.total),{...ce("name",je,"wide tail"),main:!0,show:r=>t(r)?c("a",{href:`#module-${e.indexOf(r)}`},F(je(r))):
c("details",c("summary",F(je(r))),ln(r.path))},{...ce("largest",r=>r.largest||"","wide"),headed:!0,show:r=>r.largest?c("span",c("span.amount",be(r.largest_bytes)),
" ",F(r.largest)):""},...U.limit?[le("left",r=>r.left,r=>c("span",{class:!r.fits&&"grew"},mn(r)))]:[],...["arguments","outputs","shared","temporaries","fragment\
ation","donatable"].map(r=>de(pt(r),m=>m[r])),le("copies",r=>r.copies),le("module",r=>Number(r.number)||0,r=>r.number||"")]}),n=e.filter(r=>!t(r)).length,a=e.filter(
r=>r.incomplete).length;cn(e,je,t,(r,m,h,_)=>it(t(r),m,h,_),ie(`${G(U.modules,"module")} in space ${U.space}, ${e.length} distinct; `,["in_other_spaces","withou\
t_allocations","refused","unreadable"].map(r=>`${U[r]} ${pt(r)}`).join(", "),".",U.limit&&` ${e.filter(r=>r.fits===!1).length} of ${e.length} do not fit ${un()}\
 (${A(U.limit.available)} available).`,a>0&&` ${a} incomplete: their sizes are lower bounds.`,n>0&&` ${n} without a picture in this page; their names open how t\
o make one.`),ht(e,r=>[r.number||"",r.name,r.path,r.largest||""],o,"module"))}var Se=e=>(e.after||0)-(e.before||0),Rt=(e,t)=>c("span",{class:e>0?"grew":e<0&&"sh\
rank",title:`${e} bytes`},e?(e>0?"+":"−")+t(Math.abs(e)):""),Pt=e=>({before:de("before",t=>e(t).before||0),after:de("after",t=>e(t).after||0),change:le("chang\
e",t=>Math.abs(Se(e(t))),t=>Rt(Se(e(t)),A)),percent:le("%",t=>Se(e(t)),t=>e(t).before?Rt(Se(e(t)),o=>re(o,e(t).before)):"")});function In(e,t){let o=t.flatMap(({
side:T,M})=>{let R=M?.spaces.find(P=>P.temporary_peak)??M?.spaces[0];if(!M||!R||!M.live_ranges||!M.steps||R.peak===void 0)return[];let l=R.peak-(R.temporary_peak?.
bytes??0),w=[0,l];for(let P=0;P<R.occupied.length;P+=2)w.push(R.occupied[P],l+R.occupied[P+1]);return[{side:T,steps:M.steps,peak:R.peak,at:R.temporary_peak?.step,
space:R.space,uses:w}]});if(o.length<2||o[0].space!==o[1].space)return!1;let n=1e3,a=220,r=70,m=a-36,h=Math.max(...o.map(T=>T.steps)),_=Math.max(1,...o.map(T=>T.
peak)),x=T=>r+(n-r-12)*T/h,p=T=>m-(m-14)*T/_,g=(T,M,R,l)=>ue("text",{x:T,y:M,"text-anchor":R},l),L=({uses:T,steps:M})=>{let R="";for(let l=0;l<T.length;l+=2)R+=
`${l?"H":"M"}${x(Math.min(T[l],M)).toFixed(1)}${l?"V":" "}${p(T[l+1]).toFixed(1)}`;return`${R}H${x(M).toFixed(1)}`},O=o.map(({side:T,peak:M,at:R,steps:l})=>`${T}\
: ${A(M)}${R===void 0?"":` at instruction ${R}`} of ${l}`).join("; ");return ne(e,c("div.curve over",{tabindex:"0",role:"group","aria-label":"bytes in use of bo\
th"},ue("svg",{viewBox:`0 0 ${n} ${a}`,role:"img","aria-label":`bytes in use, ${O}`},He(0,_,4).map(T=>[ue("line",{x1:r,x2:n-12,y1:p(T),y2:p(T),class:"grid"}),g(
r-6,p(T)+4,"end",Xe(T))]),He(0,h,8,!0).map(T=>g(x(T),m+15,T?"middle":"start",`${T}`)),g((r+n)/2,a-5,"middle","instruction"),o.map(T=>ue("path",{d:L(T),class:`li\
ne ${T.side}`})))),ie("Peaks: ",o.map((T,M)=>[M>0&&"; ",c(`span.key ${T.side}`,{"aria-hidden":"true"}),`${T.side} ${A(T.peak)}`,T.at!==void 0&&` at instruction ${T.
at} of ${T.steps}`]),"."))}function an(e,t,o,n){let a=rt(o,t),{spaces:r,groups:m}=e,h=r.length>1,_=r.map(l=>{let{before:w,after:P,change:E,percent:k}=Pt(B=>B);return $e(
{name:`totals of space ${l.space}`,first:9,rows:["total","arguments","outputs","constants","temporaries","shared","peak","fragmentation"].map(B=>({key:pt(B),before:l.
before[B],after:l.after[B]})).filter(B=>B.before||B.after),columns:[{title:h?`space ${l.space}`:"bytes",show:B=>B.key,main:!0},...[w,P,E,k].map(({of:B,...I})=>({
...I}))]}).element}),x=m.reduce((l,w)=>Math.max(l,Math.abs(Se(w))),1),p=l=>l.count_before?l.count_after?`${l.count_before} → ${l.count_after}`:`gone ${l.count_before}`:
`new ${l.count_after}`,g=l=>[...new Set([l.shape_before,l.shape_after])].filter(Boolean).join(" → "),L=l=>c("div.both",{"aria-hidden":"true"},c(`span.${Se(l)>
0?"grew":"shrank"}`,{style:`width:${50*Math.abs(Se(l))/x}%`})),O=Pt(l=>l),T=$e({name:"groups that changed",rows:m,first:20,columns:[O.change,{title:"as a bar",kind:"\
drawn",show:L},O.before,O.after,ce("count",p),...h?[le("space",l=>l.space)]:[],bt(l=>l.class),{...ce("label",l=>l.label,"tail"),main:!0},gt(l=>l.source||""),ce(
"shape",g,"mono")]}),M=["before","after"].filter(l=>e[l]!==void 0).map(l=>({side:l,path:e[l],M:U.pictures[e[`picture_${l}`]??-1],tab:c("button"),panel:c("div"),
view:null})),R=(l,w=!1)=>{for(let P of M)S(P.tab,{"aria-selected":`${P===l}`,tabindex:P===l?"0":"-1"}),P.panel.hidden=P!==l;l.M&&!l.view&&(l.view=it(l.M,`${t}${l.
side}-`,o+1,l.panel)),ye.module=l.view,l.view?.resize(),w&&l.tab.focus()};M.forEach((l,w)=>{l.tab=ge(()=>R(l),c("strong",l.side)," ",F(ve(l.M?je(l.M):l.path,80)),
{role:"tab",id:`${t}tab-${l.side}`,"aria-controls":`${t}panel-${l.side}`,title:l.path,keydown:P=>{let k={ArrowLeft:w-1,ArrowRight:w+1,Home:0,End:-1}[P.key];k!==
void 0&&(P.preventDefault(),R(M.at(k%M.length),!0))}}),l.panel=c("div",{role:"tabpanel",id:`${t}panel-${l.side}`,"aria-labelledby":l.tab.id},!l.M&&ie(ln(l.path)))}),
S(n,ne(a("totals","Totals"),_,e.fit&&ie(`Of ${A(U.limit.available)} available (${un()}): `,Object.entries(e.fit).map(([l,w])=>`${l} ${mn(w)}`).join(", "),"."),h&&
ie("Spaces are never added up.")),In(a("over-time","Both over time"),M),ne(a("changed","What changed"),ht(m,l=>[l.class,g(l),l.label,l.source||"",p(l)],T,"group")),
ne(a("pictures","Both modules"),c("div.tabs",{role:"tablist","aria-label":"modules"},M.map(l=>l.tab)),M.map(l=>l.panel))),R(M.at(-1))}function pn(){let{changes:e}=U;
if(e.length===1)return an(e[0],"",2,Ke);let t=m=>{let h=m.spaces.find(_=>_.space===0);return{before:h?.before.total,after:h?.after.total}},o=m=>{let[h]=m.groups;
return m.before===void 0?"new":m.after===void 0?"gone":h?`${Rt(Se(h),A).textContent} ${h.class} ${h.label}`:""},n=m=>m.module||m.after||m.before||"",a=Pt(t),r=$e(
{name:"changes of the total of space 0",rows:e,first:100,columns:[a.change,a.percent,a.before,a.after,{...ce("name",n,"wide tail"),main:!0,show:m=>c("a",{href:`\
#module-${e.indexOf(m)}`},F(n(m)))},ce("largest change",o,"wide")]});cn(e,n,()=>!0,an,ie(`${G(e.length,"module")}; the change of each total in space 0.`),ht(e,m=>[
m.module,m.before||"",m.after||"",o(m)],r,"module"))}Wt(".theme",(e,t)=>{t.textContent=e==="dark"?"Dark colours":"Light colours"},()=>ye.module?.resize());S(H("h1"),F(U.kind==="module"?je(U.pictures[0]):U.title));
S(H(".tool"),`${U.kind} report by ballast ${U.version}`);addEventListener("keydown",e=>{e.key!=="/"||e.ctrlKey||e.metaKey||e.altKey||e.target.closest("input, se\
lect")||(e.preventDefault(),ye.module?ye.module.search():document.querySelector(".filter")?.focus())});U.failures&&S(Ke,c("section",{"aria-label":"failures"},U.
failures.map(e=>c("p.verdict over",F(e)))));var Fn={module:()=>{it(U.pictures[0],"",2,Ke)},diff:pn,folder:fn};Fn[U.kind]();Qe();requestAnimationFrame(()=>requestAnimationFrame(
()=>{document.documentElement.dataset.ready=String(Math.round(performance.now()))}));Object.assign(window,{ballast:{human:A,edge:Q,view:()=>({kind:U.kind,...ye.
module?.state()})}});})();
