/** The server's clock as seen from here: all deadlines are in server time. */
class Clock {
  /** Server time minus browser time in ms. */
  offset = $state(0);
  #best = Infinity;
  #bestAt = 0;

  /** Learn from an answer that took `roundTrip` ms; a quicker answer knows better, for five minutes. */
  learn(serverNow: number, roundTrip: number, browserNow: number = Date.now()): void {
    if (roundTrip > this.#best && browserNow - this.#bestAt < 300_000) return;
    this.#best = roundTrip;
    this.#bestAt = browserNow;
    this.offset = serverNow + roundTrip / 2 - browserNow;
  }

  /** Server time now, in ms. */
  now(browserNow: number = Date.now()): number {
    return browserNow + this.offset;
  }
}

export const clock = new Clock();

export interface Remaining {
  /** Share of the time left, 1 → 0. */
  share: number;
  /** Whole seconds left; in the grace those of the grace. */
  seconds: number;
  grace: boolean;
}

/** What a clock ring shows for a deadline. `total` and `grace` in seconds, times in ms. */
export function remaining(deadline: number, now: number, total: number, grace: number): Remaining {
  const left = deadline - now;
  if (left > 0) {
    return { share: Math.min(1, left / (total * 1000)), seconds: Math.ceil(left / 1000), grace: false };
  }
  const leftGrace = Math.max(0, left + grace * 1000);
  return { share: leftGrace / (grace * 1000), seconds: Math.ceil(leftGrace / 1000), grace: true };
}

/** A reactive server time that moves every 250 ms while somebody looks at it. */
class Ticker {
  #now = $state(0);
  #lookers = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  get now(): number {
    return this.#now;
  }

  /** Keep ticking until the returned function is called. */
  look(): () => void {
    this.#lookers += 1;
    this.#now = clock.now();
    this.#timer ??= setInterval(() => (this.#now = clock.now()), 250);
    return () => {
      this.#lookers -= 1;
      if (this.#lookers === 0) {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
    };
  }
}

export const ticker = new Ticker();
