// What can be undone: a list of states, and where in it we are.

/** @template T */
export class History {
  /** @param {T} state @param {T[]} [past] the states before and up to it */
  constructor(state, past) {
    this.states = past?.length ? past : [state];
    if (JSON.stringify(this.states.at(-1)) !== JSON.stringify(state)) this.states.push(state);
    this.at = this.states.length - 1;
  }

  get now() { return this.states[this.at]; }

  /** Reports whether there is a state before, or after. @param {1|-1} way */
  can(way) { return this.at + way in this.states; }

  /** Returns the states up to now. */
  get past() { return this.states.slice(0, this.at + 1); }

  /** Makes a state the newest one. The oldest of many are forgotten. @param {T} state */
  push(state) {
    this.states = [...this.states.slice(Math.max(0, this.at - 500), this.at + 1), state];
    this.at = this.states.length - 1;
  }

  /** Goes to the state before, or after, if there is one. @param {1|-1} way */
  travel(way) { if (this.can(way)) this.at += way; }
}
