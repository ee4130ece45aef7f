/** How long the person has been at it: runs while the page is seen, and stops when it is solved. */

const KEEP_EVERY_S = 60;

export class Timer {
  /** @param {HTMLElement} shown @param {import("./sync.js").Sync} sync */
  constructor(shown, sync) {
    this.shown = shown;
    this.sync = sync;
    this.since = null;
    this.kept = sync.game.seconds;
    document.addEventListener("visibilitychange", () => (document.hidden ? this.pause() : this.run()));
    window.addEventListener("pagehide", () => this.pause());
    sync.addEventListener("game", () => this.other());
    setInterval(() => this.tick(), 1000);
    if (!document.hidden) this.run();
    this.tick();
  }

  get seconds() {
    const running = this.since === null ? 0 : (performance.now() - this.since) / 1000;
    return Math.round(this.kept + running);
  }

  run() {
    if (this.since === null && !this.sync.game.solved) this.since = performance.now();
  }

  pause() {
    this.keep();
    this.kept = this.seconds;
    this.since = null;
  }

  /** Another tab has counted on, or it is solved. */
  other() {
    const { game } = this.sync;
    if (game.seconds <= this.seconds && !game.solved) return;
    this.kept = game.seconds;
    this.since = this.since === null || game.solved ? null : performance.now();
    this.tick();
  }

  keep() {
    const { seconds } = this;
    if (this.since !== null && seconds > this.sync.game.seconds) this.sync.add("ticked", { seconds });
  }

  tick() {
    if (this.seconds - this.sync.game.seconds >= KEEP_EVERY_S) this.keep();
    this.shown.textContent = clock(this.seconds);
  }
}

/** 75 seconds are 1:15. */
export function clock(seconds) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, at) => (at ? String(part).padStart(2, "0") : String(part))).join(":");
}
