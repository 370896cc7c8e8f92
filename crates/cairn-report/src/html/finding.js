"use strict";
(() => {
  const steps = [...document.querySelectorAll("ol.steps li")];
  const heaps = [...document.querySelectorAll(".heap")];
  const number = document.getElementById("nr");
  let current = -1;
  function show(index, focus, still) {
    if (index < 0 || index >= steps.length) return;
    if (current >= 0) {
      steps[current].classList.remove("current");
      steps[current].firstElementChild.removeAttribute("aria-current");
    }
    document.querySelectorAll(".l.current").forEach((line) => line.classList.remove("current"));
    current = index;
    const step = steps[index];
    step.classList.add("current");
    step.firstElementChild.setAttribute("aria-current", "step");
    if (focus) step.firstElementChild.focus({ preventScroll: true });
    if (!still) step.scrollIntoView({ block: "nearest" });
    const line = step.dataset.line && document.getElementById(step.dataset.line);
    if (line) {
      line.classList.add("current");
      if (!still) line.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    heaps.forEach((heap, at) => { heap.hidden = at !== index; });
    if (number) number.textContent = String(index + 1);
  }
  steps.forEach((step, index) => {
    step.firstElementChild.addEventListener("click", () => show(index, false));
    step.firstElementChild.addEventListener("focus", () => { if (current !== index) show(index, false); });
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = { j: 1, ArrowDown: 1, ArrowRight: 1, k: -1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (move) { event.preventDefault(); show(current + move, true); }
    if (event.key === "Home") { event.preventDefault(); show(0, true); }
    if (event.key === "End") { event.preventDefault(); show(steps.length - 1, true); }
  });
  show(steps.length - 1, false, true);
})();
