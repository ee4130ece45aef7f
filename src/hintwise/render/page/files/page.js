"use strict";
// Without this script the page shows all steps one after the other.
(() => {
  const sections = [...document.querySelectorAll("section.step")];
  const points = [...document.querySelectorAll("a.hw-curve-point")];
  const stepper = document.querySelector(".stepper");
  const slider = stepper.querySelector("input");
  const place = stepper.querySelector(".place");
  const announce = document.querySelector(".announce");
  const count = sections.length;
  if (count === 0) return;
  let current = 0;

  const numberIn = (hash) => {
    const match = /^#step-(\d+)$/.exec(hash);
    const number = match ? Number(match[1]) : 0;
    return number >= 1 && number <= count ? number : 0;
  };

  const show = (wanted) => {
    const number = Math.min(count, Math.max(1, wanted));
    if (number === current) return;
    sections.forEach((section, index) => section.classList.toggle("current", index + 1 === number));
    points.forEach((point, index) => {
      if (index + 1 === number) point.setAttribute("aria-current", "step");
      else point.removeAttribute("aria-current");
    });
    document.documentElement.classList.toggle("at-end", number === count);
    const progress = sections[number - 1].querySelector(".count").textContent;
    place.textContent = progress;
    slider.value = String(number);
    slider.setAttribute("aria-valuetext", progress);
    for (const button of stepper.querySelectorAll("button")) {
      const atEnd = ["first", "back"].includes(button.dataset.go) ? number === 1 : number === count;
      // A disabled button would lose the keyboard's focus.
      button.setAttribute("aria-disabled", String(atEnd));
    }
    // Not when the page opens: then a screen reader starts at the top anyway.
    if (current !== 0) {
      const sentence = sections[number - 1].querySelector(".sentence").textContent;
      announce.textContent = `${progress}. ${sentence}`;
    }
    current = number;
  };

  const go = (number) => {
    show(number);
    // The frame of a notebook has no address of its own.
    if (location.protocol !== "about:") history.replaceState(null, "", `#step-${current}`);
    // Whoever frames the page may want to keep the place in an address of its own.
    if (parent !== window) parent.postMessage({ step: current }, "*");
  };

  const moves = {
    first: () => go(1),
    back: () => go(current - 1),
    on: () => go(current + 1),
    last: () => go(count),
  };
  const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last" };

  for (const button of stepper.querySelectorAll("button")) {
    button.addEventListener("click", () => moves[button.dataset.go]());
  }
  slider.addEventListener("input", () => go(Number(slider.value)));
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target === slider || !(event.key in keys)) return;
    event.preventDefault();
    moves[keys[event.key]]();
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#step-']");
    const number = link ? numberIn(link.getAttribute("href")) : 0;
    if (number === 0) return;
    event.preventDefault();
    go(number);
  });
  window.addEventListener("hashchange", () => show(numberIn(location.hash) || current));

  // A chip and the cells that it is about light up together, whichever of them is pointed at.
  const light = (parts) => {
    for (const lit of document.querySelectorAll(".lit")) lit.classList.remove("lit");
    for (const part of parts) {
      const same = `[data-part="${part.dataset.part}"]`;
      for (const lit of part.closest("section.step").querySelectorAll(same)) lit.classList.add("lit");
    }
  };
  const chipAt = (element) => [element.closest("[data-part]")].filter(Boolean);
  // On a board the shapes of several parts lie on top of each other.
  const partsAt = (event) =>
    document.elementsFromPoint(event.clientX, event.clientY).flatMap(chipAt);
  document.addEventListener("pointermove", (event) => light(partsAt(event)));
  document.addEventListener("pointerleave", () => light([]));
  document.addEventListener("focusin", (event) => light(chipAt(event.target)));
  document.addEventListener("focusout", () => light([]));
  for (const chip of document.querySelectorAll("li[data-part]")) {
    if (!chip.querySelector("a")) chip.tabIndex = 0;
  }

  // The slider is the keyboard's way; nobody wants to tab through every point.
  for (const point of points) point.tabIndex = -1;
  document.documentElement.classList.add("stepping");
  stepper.hidden = false;
  show(numberIn(location.hash) || 1);
})();
