/** A copy of the bank that lags behind: a single object is shown as it was before its last change. */
export class Replica {
  #now = new Map<string, { id: string }>()
  #before = new Map<string, { object: { id: string }; changedAt: number }>()

  /** Call it after each change. */
  note(object: { id: string }): void {
    const known = this.#now.get(object.id)
    if (known) this.#before.set(object.id, { object: known, changedAt: Date.now() })
    this.#now.set(object.id, structuredClone(object))
  }

  /** @param lag in milliseconds */
  seen<T extends { id: string }>(object: T, lag: number): T {
    const before = this.#before.get(object.id)
    return before && before.changedAt > Date.now() - lag ? (before.object as T) : object
  }
}
