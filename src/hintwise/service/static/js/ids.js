// Ids that the browser chooses, so that what is sent twice is done once.

/** @returns {string} 32 random hexadecimal digits */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
