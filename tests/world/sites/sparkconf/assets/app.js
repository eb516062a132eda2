// Draws the programme, and one paper at a time under #/paper/N.
const root = document.getElementById("root");

function element(name, text, children = []) {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  made.append(...children);
  return made;
}

function link(text, address) {
  const made = element("a", text);
  made.href = address;
  return made;
}

function card(paper) {
  const names = paper.authors.map((author) => author.name).join(", ");
  const parts = [element("h2", "", [link(paper.title, `#/paper/${paper.id}`)]), element("p", names)];
  if (paper.pdf) parts.push(link("PDF", paper.pdf));
  return element("article", "", parts);
}

function draw(programme) {
  const chosen = programme.papers.find((paper) => location.hash === `#/paper/${paper.id}`);
  const papers = chosen ? [chosen] : programme.papers;
  document.title = chosen ? chosen.title : `${programme.conference}: programme`;
  root.replaceChildren(element("h1", programme.conference), ...papers.map(card));
  if (chosen) root.append(element("p", chosen.abstract));
}

const programme = await (await fetch("/api/programme.json")).json();
window.addEventListener("hashchange", () => draw(programme));
draw(programme);
