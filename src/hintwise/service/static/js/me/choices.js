// Language and colours in cookies, so that the next page comes right from the start.

/** @param {"language" | "theme"} name @param {string} value */
export async function keepChoice(name, value) {
  const body = new URLSearchParams({ [name]: value });
  await fetch("/choose", { method: "POST", body, credentials: "same-origin", redirect: "manual" });
  if (name === "theme") document.documentElement.dataset.theme = value;
}
