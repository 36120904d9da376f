"use strict";
// Keeps answers in the browser and writes answers.yaml. Knows questions by their shape; there is no key here.
(() => {
  const data = document.body.dataset;
  const place = ["grader-quiz", data.quiz, data.learner, data.attempt, data.seed].join(":");
  const form = document.getElementById("quiz");
  const sets = [...form.querySelectorAll("fieldset")];
  const NUMBER = /^\s*[+\-−]?(\d+\.?\d*|\.\d+)(e[+\-]?\d{1,3})?\s*(\/\s*[+\-−]?(\d+\.?\d*|\.\d+))?\s*%?\s*$/i;
  const THOUSANDS = /^\s*[+\-−]?\d{1,3}(,\d{3})+(\.\d+)?\s*%?\s*$/;

  const languages = data.languages.split(" ");
  const button = document.getElementById("language");  // none where there is one language

  const parts = (set) => [...set.querySelectorAll("input, select, textarea")];

  // Every control of a question as name -> value; only what is filled in.
  function values(set) {
    const found = {};
    for (const one of parts(set)) {
      if (one.type === "radio" || one.type === "checkbox") {
        if (one.checked) (found[one.name] ||= []).push(one.value);
      } else if (one.value.trim()) {
        found[one.name] = [one.value];
      }
    }
    return found;
  }

  const wanted = (set) => new Set(parts(set).map((one) => one.name)).size;
  const isNumber = (text) => NUMBER.test(text) || THOUSANDS.test(text);

  function complete(set) {
    const found = values(set);
    const all = Object.keys(found).length === wanted(set);
    if (set.dataset.shape === "number") return all && isNumber(found[set.dataset.id][0]);
    if (set.dataset.shape === "order") return all && new Set(Object.values(found).flat()).size === wanted(set);
    return all;
  }

  function show() {
    let done = 0;
    for (const set of sets) {
      const whole = complete(set);
      set.classList.toggle("answered", whole);
      done += whole;
      if (set.dataset.shape === "number") {
        const input = parts(set)[0];
        const wrong = input.value.trim() !== "" && !isNumber(input.value);
        input.setAttribute("aria-invalid", String(wrong));
        document.getElementById(`e-${set.dataset.id}`).hidden = !wrong;
      }
    }
    document.getElementById("done").textContent = done;
    document.getElementById("meter").value = done;
  }

  function keep() {
    const all = {};
    for (const set of sets) Object.assign(all, values(set));
    try {
      localStorage.setItem(place, JSON.stringify(all));
    } catch {
      document.getElementById("no-storage").hidden = false;
    }
  }

  function recall() {
    let all = {};
    try {
      all = JSON.parse(localStorage.getItem(place) || "{}") || {};
    } catch {
      document.getElementById("no-storage").hidden = false;
    }
    for (const set of sets) {
      for (const one of parts(set)) {
        const stored = all[one.name];
        if (!Array.isArray(stored)) continue;
        if (one.type === "radio" || one.type === "checkbox") one.checked = stored.includes(one.value);
        else one.value = String(stored[0]);
      }
    }
  }

  function speak(language) {
    document.documentElement.lang = language;
    const text = `data-text-${language}`;
    for (const one of document.querySelectorAll(`[${text}]`)) one.textContent = one.getAttribute(text);
    const label = `data-label-${language}`;
    for (const one of document.querySelectorAll(`[${label}]`)) one.setAttribute("aria-label", one.getAttribute(label));
    sets.forEach((set, i) => {
      const clear = set.querySelector(".clear");
      clear.setAttribute("aria-label", `${clear.textContent} ${i + 1}`);
    });
    document.title = document.querySelector("h1").textContent;
    const other = following(language);
    button.textContent = data.names.split("|")[languages.indexOf(other)];
    button.lang = other;
  }

  function following(language) {
    return languages[(languages.indexOf(language) + 1) % languages.length];
  }

  // A JSON string is a YAML string, once what YAML cannot print is escaped.
  function quoted(text) {
    const whole = String(text).replace(/\p{Surrogate}/gu, "\ufffd");
    return JSON.stringify(whole).replace(/[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g, (c) =>
      "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
  }

  function answer(set) {
    const id = set.dataset.id;
    const found = values(set);
    if (!Object.keys(found).length) return `${id}:`;
    switch (set.dataset.shape) {
      case "many":
        return `${id}: [${found[id].map(quoted).join(", ")}]`;
      case "order":
        return `${id}: [${parts(set).map((one) => quoted(one.value)).join(", ")}]`;
      case "slots":
        return [`${id}:`, ...Object.entries(found).map(([name, value]) =>
          `  ${quoted(name.slice(id.length + 1))}: ${quoted(value[0])}`)].join("\n");
      default:
        return `${id}: ${quoted(found[id][0])}`;
    }
  }

  function yaml() {
    const head = [`quiz: ${quoted(data.quiz)}`, data.learner ? `learner: ${quoted(data.learner)}` : "learner:",
      `attempt: ${data.attempt}`, `seed: ${data.seed}`];
    const body = sets.map((set) => `# ${set.querySelector("legend").textContent.replace(/\s+/g, " ").trim()}\n${answer(set)}`);
    return [...head, "", ...body].join("\n") + "\n";
  }

  function download() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([yaml()], { type: "application/yaml;charset=utf-8" }));
    link.download = "answers.yaml";
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  function next() {
    const open = sets.find((set) => !complete(set));
    if (!open) return document.getElementById("download-below").focus();
    open.scrollIntoView({ block: "start" });
    parts(open)[0].focus({ preventScroll: true });
  }

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => { keep(); show(); });
  form.addEventListener("click", (event) => {
    if (!event.target.classList.contains("clear")) return;
    for (const one of parts(event.target.closest("fieldset"))) {
      if (one.type === "radio" || one.type === "checkbox") one.checked = false;
      else one.value = "";
    }
    keep();
    show();
  });
  document.getElementById("download").addEventListener("click", download);
  document.getElementById("download-below").addEventListener("click", download);
  document.getElementById("next").addEventListener("click", next);
  if (button) button.addEventListener("click", () => speak(following(document.documentElement.lang)));
  recall();
  show();
})();
