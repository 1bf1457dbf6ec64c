import type { SteadyClock } from '@overheard/base/clock'
import type { Ms } from '@overheard/base/time'
import { type ProblemText, warningTexts } from '../messages/problems/problem-texts.ts'

/**
 * Compares the number of connections that Slack counts for our app with the number of our processes. An excess proves nothing, because Slack
 * may count a broken connection for five hours (slackapi/python-slack-sdk#1940).
 */
export type ConnectionCount = {
  /** Records the count of Slack's `hello`, which comes once for each connection. */
  connected(connections: number): void
  isExcess(): boolean
  /** Returns a warning if each `hello` of more than six hours had an excess. */
  warnings(): ProblemText[]
}

type ConnectionCountDeps = {
  /** Returns how many processes of this installation run, with this one. */
  liveProcesses: () => number
  steady: SteadyClock
}

const excessLastsMs = 6 * 3_600_000

export function createConnectionCount({ liveProcesses, steady }: ConnectionCountDeps): ConnectionCount {
  let last = { connections: 0, at: steady() }
  let since: Ms | undefined
  const isExcess = () => last.connections > liveProcesses()
  return {
    connected(connections) {
      // The processes of a cluster that start together learn of each other after their connections.
      if (!isExcess()) since = undefined
      last = { connections, at: steady() }
      if (isExcess()) since ??= last.at
    },
    isExcess,
    warnings() {
      const isLasting = since !== undefined && last.at - since >= excessLastsMs
      return isLasting && isExcess()
        ? [warningTexts.tooManyConnections(last.connections, liveProcesses())]
        : []
    },
  }
}
