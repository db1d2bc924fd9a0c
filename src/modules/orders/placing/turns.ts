/**
 * Lets work that touches the same things happen one after another in this process. Everybody stands in all their
 * lines at once, in one synchronous step, so nobody can wait for each other in a circle. Between processes the
 * database decides; this only spares it conflicts that end in another try.
 */
export function createTurns() {
  const last = new Map<string, Promise<void>>()

  /** @param work is handed `leave`, to let the next one in before it is over itself, and whether it had to wait */
  return async function inTurn<Result>(names: readonly string[], work: (leave: () => void, hasWaited: boolean) => Promise<Result>): Promise<Result> {
    const before = names.flatMap((name) => last.get(name) ?? [])
    let finish: () => void = () => {}
    const mine = new Promise<void>((resolve) => {
      finish = resolve
    })
    for (const name of names) last.set(name, mine)
    const leave = () => {
      for (const name of names) if (last.get(name) === mine) last.delete(name)
      finish()
    }
    try {
      if (before.length > 0) await Promise.all(before)
      return await work(leave, before.length > 0)
    } finally {
      leave()
    }
  }
}

export type Turns = ReturnType<typeof createTurns>
