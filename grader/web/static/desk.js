"use strict";
// Keys and small conveniences. Every page works without them, by links and buttons.
(() => {
  const typing = (target) => target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]");
  const follow = (rel) => document.querySelector(`a[rel="${rel}"]`)?.click();
  const help = document.getElementById("help");
  const judge = document.getElementById("judge");

  const keys = {
    "/": () => document.querySelector("[data-search]")?.focus(),
    "?": () => help.showModal(),
    j: () => follow("next"),
    k: () => follow("prev"),
    c: () => document.querySelector("[data-comment]")?.focus(),
    n: () => document.querySelectorAll("input[name=near]").forEach((box) => { box.checked = !box.checked; }),
    u: () => document.getElementById("undo")?.requestSubmit(),
    Enter: () => judge?.requestSubmit(),
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey && event.key === "Enter" && judge) {
      event.preventDefault();
      judge.requestSubmit();
      return;
    }
    if (event.key === "Escape" && typing(event.target) && !event.target.closest("dialog")) {
      event.target.blur();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || document.querySelector("dialog[open]")) return;
    if (/^[1-9]$/.test(event.key)) {
      const box = document.querySelector(`[data-digit="${event.key}"]`);
      if (box) {
        box.checked = !box.checked;
        event.preventDefault();
      }
      return;
    }
    if (event.key === "Enter" && event.target.closest("a, button, summary")) return;
    const does = keys[event.key];
    if (does) {
      event.preventDefault();
      does();
    }
  });

  document.getElementById("help-button")?.addEventListener("click", () => help.showModal());

  document.addEventListener("click", (event) => {
    const line = event.target.closest("button.line");
    const dialog = document.getElementById("comment-line");
    if (line && dialog) {
      dialog.querySelector("[name=cell]").value = line.dataset.cell;
      dialog.querySelector("[name=line]").value = line.dataset.line;
      dialog.querySelector("[data-place]").textContent = `${line.dataset.cell}:${line.dataset.line}`;
      dialog.showModal();
      dialog.querySelector("textarea").focus();
    }
    if (event.target.closest("[data-close]")) event.target.closest("dialog").close();
    const reuse = event.target.closest("[data-reuse]");
    if (reuse) document.querySelector("[data-comment]").value = reuse.textContent;
  });

  document.addEventListener("htmx:responseError", (event) => {
    document.getElementById("said").textContent = event.detail.xhr.responseText;
  });
})();
