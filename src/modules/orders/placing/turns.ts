interface Ticket {
  readonly names: readonly string[]
  /** How many had been let in when this one came. */
  readonly arrived: number
  readonly enter: () => void
}

/** Whoever has seen so many go first is not overtaken any more. */
const PATIENCE = 64

/**
 * Lets work that touches the same things happen one after another in this process, and everything else at the same
 * time. Whoever needs several things takes all of them at once or none, so nobody can wait for each other in a circle,
 * and whose things are free may overtake those who wait. Between processes the database decides; this only spares it
 * conflicts that end in another try.
 */
export function createTurns() {
  const busy = new Set<string>()
  const waiting = new Set<Ticket>()
  let entered = 0

  function letIn(): void {
    const kept = new Set<string>()
    for (const ticket of waiting) {
      if (ticket.names.every((name) => !busy.has(name) && !kept.has(name))) {
        waiting.delete(ticket)
        entered++
        for (const name of ticket.names) busy.add(name)
        ticket.enter()
      } else if (entered - ticket.arrived > PATIENCE) {
        for (const name of ticket.names) kept.add(name)
      }
    }
  }

  /** @param work is handed `leave`, to let others in before it is over itself, and whether it had to wait */
  return async function inTurn<Result>(
    names: readonly string[],
    work: (leave: () => void, hasWaited: boolean) => Promise<Result>,
  ): Promise<Result> {
    let hasEntered = false
    let hasWaited = false
    await new Promise<void>((resolve) => {
      waiting.add({ names, arrived: entered, enter: () => resolve(void (hasEntered = true)) })
      letIn()
      hasWaited = !hasEntered
    })
    let hasLeft = false
    const leave = () => {
      if (hasLeft) return
      hasLeft = true
      for (const name of names) busy.delete(name)
      letIn()
    }
    try {
      return await work(leave, hasWaited)
    } finally {
      leave()
    }
  }
}
