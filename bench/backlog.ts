/** Reads and posts a backlog of 100,000 mentions with whole polls. Measures the memory, and the time that Slack's rate allows. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Checkpoint } from '../src/model/checkpoint.ts'
import { backlog, farAlerts } from './far-alerts.ts'
import { alertOf, createClock, createPollDeps, dueOf, subscriptionTo } from './our-side.ts'
import { startFarSide } from './processes.ts'
import type { Row } from './row.ts'

/** Mentions between two measurements of the memory. */
const step = 10_000

export async function backlogRows(): Promise<Row[]> {
  const farSide = await startFarSide()
  const { messages, polls, heap } = await drain(farSide.url)
  farSide.end()
  const [first = 0, ...later] = heap
  return [
    {
      what: `backlog of ${backlog}: memory at its end, against its first tenth`,
      figure: (later.at(-1) ?? 0) / first,
      unit: '×',
      most: 1.5,
      note: `heap after a collection: ${first.toFixed(1)} MB, then ${later.map((size) => size.toFixed(1)).join(', ')} MB`,
    },
    {
      what: `backlog of ${backlog}: time to drain`,
      figure: messages / 3600,
      unit: 'h',
      note: `${messages} messages in ${polls} polls, at Slack's one message a second; here posts are answered at once and checkpoints are in memory`,
    },
  ]
}

async function drain(url: string) {
  const clock = createClock()
  const { deps, pollOnce } = await createPollDeps(url, clock)
  const subscription = subscriptionTo(`${farAlerts.backlog}1`, { burst: 5 })
  let kept: Checkpoint = { watermark: '0', origin: '0', done: [] }
  let [messages, covered, polls] = [0, 0, 0]
  const heap: number[] = []
  const due = [dueOf(subscription)]
  while (covered < backlog) {
    const parts = await pollOnce(
      {
        ...deps,
        checkpoints: {
          load: async () => ({ kind: 'kept', checkpoint: kept, restored: false }),
          save: async (_key, checkpoint) => {
            kept = checkpoint
            return 'kept'
          },
        },
        post: async ({ receipt }) => {
          messages++
          covered += receipt !== undefined && 'ids' in receipt ? receipt.ids.length : 0
          if (covered >= step * (heap.length + 1)) heap.push(heapNow())
          return { kind: 'delivered', ts: `${1_763_600_000 + messages}.000100`, receiptKept: true }
        },
        record: () => undefined,
      },
      alertOf(subscription.alert),
      due,
    )
    for (const { error } of parts) if (error !== undefined) throw new Error('a poll failed', { cause: error })
    polls++
  }
  return { messages, polls, heap }
}

/** The heap in MB after a full garbage collection. */
function heapNow(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed / 1e6
}
