// What Zotero's own translators take off a running desk, against what the desk itself says:
//   node tools/check_zotero.js http://127.0.0.1:8080 FOLDER [PAPERS]
// FOLDER holds npm's `zotero-translators` 0.0.2 (Zotero's translation-server and translators of 2019 in one file), unpacked as `package/`, and
// what it needs (of wicked-good-xpath it names a version that only GitHub has):
//   npm pack zotero-translators@0.0.2 && tar xzf zotero-translators-0.0.2.tgz && npm install iconv-lite@0.4 jsdom@13 request@2 xregexp@4 wicked-good-xpath
// It looks at the pages of so many papers (50) and at the first list; titles, authors, years and DOIs must agree, else the exit code is 1.
"use strict";
const fs = require("fs");
const path = require("path");
const { createRequire } = require("module");

const [base, folder, most = "50"] = process.argv.slice(2);
const home = path.resolve(folder);
const require_ = createRequire(path.join(home, "x.js"));
// The package exports searching alone; a page is read by the class behind it.
const source = fs.readFileSync(path.join(home, "package/index.js"), "utf-8");
const patched = path.join(home, "patched.js");
fs.writeFileSync(patched, source.replace("async function search(query) {", "global.__Translate = Translate;\nasync function search(query) {"));
const say = console.log;
console.log = () => {}; // the translators tell every step
require_(patched);
const { JSDOM } = require_("jsdom");
// In browsers attributes are nodes; in this jsdom they are not, and Zotero's own XPath library stumbles over them.
const Attr = require_("jsdom/lib/jsdom/living/generated/Attr").interface;
const asNode = {
  nodeValue() { return this.value; },
  textContent() { return this.value; },
  ownerDocument() { return this.ownerElement.ownerDocument; },
  compareDocumentPosition() { return (other) => this.ownerElement.compareDocumentPosition(other.ownerElement || other) || 4; },
};
for (const [one, get] of Object.entries(asNode)) Object.defineProperty(Attr.prototype, one, { get, configurable: true });

async function taken(address) {
  const { window } = await JSDOM.fromURL(base + address);
  require_("wicked-good-xpath").install(window, true); // translators ask by XPath
  const translate = new global.__Translate.Web();
  translate.setDocument(window.document);
  translate.setHandler("select", (_, items, choose) => choose(items));
  const found = await translate.getTranslators();
  if (!found.length) return { by: "", items: [] };
  translate.setTranslator(found[0]);
  return { by: found[0].label, items: await translate.translate({ libraryID: false, saveAttachments: false }) };
}

// Zotero writes a full stop behind initials.
const squeezed = (text) => (text || "").normalize("NFC").replace(/[\s.]+/g, " ").trim().toLowerCase();
const name = (one) => squeezed(`${one.firstName || ""} ${one.lastName || ""}`);

function differences(item, paper) {
  const wrong = [];
  if (squeezed(item.title) !== squeezed(paper.title)) wrong.push(`title: ${item.title}`);
  const authors = (item.creators || []).map(name).join("; ");
  if (authors !== paper.authors.map((one) => squeezed(one.name)).join("; ")) wrong.push(`authors: ${authors}`);
  if (paper.year && !(item.date || "").includes(String(paper.year))) wrong.push(`date: ${item.date}`);
  if (paper.doi && squeezed(item.DOI) !== squeezed(paper.doi)) wrong.push(`DOI: ${item.DOI}`);
  return wrong;
}

async function main() {
  const listed = await taken("/papers");
  const page = await (await fetch(`${base}/papers.json?limit=200`)).text();
  const papers = JSON.parse(page).items || JSON.parse(page);
  const byTitle = new Map(papers.map((one) => [squeezed(one.title), one]));
  const lines = [];
  let right = 0;
  for (const item of listed.items) {
    const paper = byTitle.get(squeezed(item.title));
    const wrong = paper ? differences(item, paper) : ["no such paper"];
    if (wrong.length) lines.push(`list: ${item.title}: ${wrong.join(", ")}`); else right += 1;
  }
  say(`list: ${listed.by}: ${right} of ${listed.items.length} agree`);
  let whole = 0;
  const some = papers.slice(0, Number(most));
  for (const paper of some) {
    const { by, items } = await taken(`/papers/${paper.id}`);
    const wrong = items.length === 1 ? differences(items[0], paper) : [`${items.length} items by ${by || "nobody"}`];
    if (wrong.length) lines.push(`${paper.id} ${paper.title}: ${wrong.join(", ")}`); else whole += 1;
  }
  say(`pages of papers: ${whole} of ${some.length} agree`);
  lines.forEach((line) => say(line));
  return lines.length ? 1 : 0;
}

main().then((code) => process.exit(code), (error) => { say(error.stack); process.exit(3); });
