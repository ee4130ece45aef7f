// Files that only whoever has a token may have: a plain link could not send it.

import { Problem } from "../api.js";

/**
 * Have the browser save a file.
 * @param {string} path below /api/v1 @param {string} name of the file @param {string} token
 */
export async function save(path, name, token) {
  let answer;
  try {
    answer = await fetch(`/api/v1${path}`, { headers: { Authorization: `Bearer ${token}` }, cache: "no-store" });
  } catch {
    throw new Problem(0, {}, 0);
  }
  if (!answer.ok) throw new Problem(answer.status, await answer.json().catch(() => ({})), 0);
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
