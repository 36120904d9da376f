// Sorting and filtering of the learners' table. Without this script the table is whole, in the order of names.
(() => {
  "use strict";
  const table = document.getElementById("learners-table");
  const form = document.getElementById("filter");
  if (!table || !form) return;
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const heads = [...table.tHead.rows[0].cells];

  const value = (row, column) => {
    const cell = row.cells[column];
    return cell.dataset.value ?? cell.firstChild?.textContent ?? "";
  };
  const compare = (a, b, column) => {
    const x = value(a, column), y = value(b, column);
    const p = Number(x), q = Number(y);
    if (x !== "" && y !== "" && !Number.isNaN(p) && !Number.isNaN(q)) return p - q;
    return x.localeCompare(y, document.documentElement.lang, { numeric: true });
  };
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      // rows that are equal keep the order they stand in
      const order = [...body.rows].sort((a, b) => (down ? -1 : 1) * compare(a, b, column));
      body.append(...order);
    });
  });

  const count = form.querySelector("output");
  const show = () => {
    const name = form.elements.name.value.trim().toLocaleLowerCase();
    const status = form.elements.status.value, belief = form.elements.belief ? form.elements.belief.value : "";
    let shown = 0;
    for (const row of rows) {
      const codes = row.cells[row.cells.length - 1].textContent.split(" ");
      const fits = row.dataset.name.toLocaleLowerCase().includes(name)
        && (!status || row.dataset.status === status) && (!belief || codes.includes(belief));
      row.hidden = !fits;
      shown += fits;
    }
    count.textContent = count.dataset.words.replace("{shown}", shown).replace("{all}", rows.length);
  };
  for (const change of ["input", "change"]) form.addEventListener(change, show);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(show));
  form.hidden = false;
  for (const one of document.querySelectorAll("[data-with-script]")) one.hidden = false;
  show();
})();
