/** Somebody who waits for a request. `alert` is what polls are served in turn by. */
export type WaitingRequest = {
  priority: 'command' | 'poll'
  alert: string
  go: () => void
  refuse: (reason: unknown) => void
}

/** Who waits, and who is next: commands in the order they came, then polls, one of each alert in turn. */
export function createRequestQueue() {
  let commands: WaitingRequest[] = []
  const polls = new Map<string, WaitingRequest[]>()

  function nextPoll(): WaitingRequest | undefined {
    const alert = polls.keys().next().value ?? ''
    const waiting = polls.get(alert) ?? []
    const waiter = waiting.shift()
    // A Map keeps the order of insertion: put back, the alert stands at the end.
    polls.delete(alert)
    if (waiting.length > 0) polls.set(alert, waiting)
    return waiter
  }

  return {
    add(waiter: WaitingRequest): void {
      if (waiter.priority === 'command') commands.push(waiter)
      else polls.set(waiter.alert, [...(polls.get(waiter.alert) ?? []), waiter])
    },
    remove(waiter: WaitingRequest): void {
      commands = commands.filter((other) => other !== waiter)
      const rest = polls.get(waiter.alert)?.filter((other) => other !== waiter) ?? []
      if (rest.length > 0) polls.set(waiter.alert, rest)
      else polls.delete(waiter.alert)
    },
    /** Takes the next one out. */
    next(): WaitingRequest | undefined {
      return commands.shift() ?? nextPoll()
    },
    hasCommand: (): boolean => commands.length > 0,
    size: (): number => commands.length + [...polls.values()].reduce((sum, { length }) => sum + length, 0),
    isEmpty: (): boolean => commands.length === 0 && polls.size === 0,
    /** Takes out all commands: they are not going to be served in time. */
    takeCommands: (): WaitingRequest[] => commands.splice(0),
  }
}
