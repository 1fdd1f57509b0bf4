// Sorts a table by the column whose heading is pressed, and shows only the rows with the text that is looked for.
"use strict";

function value(row, column) {
  const cell = row.cells[column];
  const text = cell.dataset.value ?? cell.textContent.trim();
  return text === "" || isNaN(text) ? text : Number(text);
}

function compare(a, b) {
  const numbers = typeof a === "number" && typeof b === "number";
  return numbers ? a - b : String(a).localeCompare(String(b));
}

for (const button of document.querySelectorAll(".sort")) {
  button.addEventListener("click", () => {
    const heading = button.closest("th");
    const body = heading.closest("table").tBodies[0];
    const down = heading.getAttribute("aria-sort") === "ascending";
    for (const other of heading.parentElement.cells) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", down ? "descending" : "ascending");
    const rows = [...body.rows];
    rows.sort((a, b) => (down ? -1 : 1) * compare(value(a, heading.cellIndex), value(b, heading.cellIndex)));
    body.append(...rows);
  });
}

for (const input of document.querySelectorAll(".find")) {
  input.hidden = false;
  input.addEventListener("input", () => {
    const wanted = input.value.trim().toLocaleLowerCase();
    for (const row of document.getElementById(input.dataset.table).tBodies[0].rows) {
      row.hidden = !row.cells[0].textContent.toLocaleLowerCase().includes(wanted);
    }
  });
}
