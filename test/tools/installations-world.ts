import type { HistoryRange } from '@overheard/post-once/history'
import type { PostOutcome } from '@overheard/post-once/message'
import { createProblems } from '../../src/health/problems.ts'
import { openInstallation, otherInstallations } from '../../src/installations/installation.ts'
import {
  createOtherInstallations,
  type OtherInstallations,
} from '../../src/installations/other-installations.ts'
import type { PostedMessage } from '../../src/model/history.ts'
import type { Receipt } from '../../src/model/message.ts'
import { memoryStore } from './memory-store.ts'

/** Several processes with stores of their own, or on one, which post to one channel. Time moves by hand. */

export const key = { subscription: 'acme', alert: '7' }
const channel = 'C1'

export type Process = Awaited<ReturnType<InstallationsWorld['start']>>
export type InstallationsWorld = ReturnType<typeof createInstallationsWorld>

export function createInstallationsWorld() {
  /** The steady clock, how far our clock is ahead of it, and how far Slack's is (ms). */
  const clock = { at: Date.UTC(2026, 10, 20, 12), ahead: 0, slackAhead: 0 }
  const now = () => clock.at + clock.ahead
  let messages: PostedMessage[] = []
  let last = 0
  const running = new Set<OtherInstallations>()

  function keep(receipt: Receipt, at = clock.at + clock.slackAhead): PostedMessage {
    last = Math.max(at * 1000, last + 1)
    const message = { ts: (last / 1e6).toFixed(6), replies: 0, receipt }
    messages = [...messages, message]
    return message
  }

  const world = {
    clock,
    /** Every message of the channel. */
    messages: () => messages,
    /** Moves the clock; every running process refreshes every five seconds. */
    async pass(ms: number): Promise<void> {
      for (const end = clock.at + ms; clock.at < end; ) {
        clock.at = Math.min(end, clock.at + 5000)
        for (const one of running) await one.refresh()
      }
    },
    /** Tells one process of a message, as Slack's event does. */
    announce: (message: PostedMessage, to: { others: Pick<OtherInstallations, 'saw'> }) =>
      to.others.saw(message),
    keep,
    /** Starts a process on a store. `processes`: how many run on the store. */
    async start(store: Map<string, string>, processes = () => 1) {
      const collections = memoryStore(store)
      // The id of a store has the second of its making.
      clock.at += 1000
      const installation = await openInstallation(collections, now, () => 0)
      const told: string[] = []
      const problems = createProblems(now, {
        raised: ({ code }) => void told.push(`raised ${code}`),
        cleared: ({ code }) => void told.push(`cleared ${code}`),
      })
      const faults: { store?: Error; answer?: PostOutcome } = {}
      const records = otherInstallations(collections)
      const failing = <Result>(work: () => Promise<Result>) =>
        faults.store === undefined ? work() : Promise.reject(faults.store)
      let [looks, writes] = [0, 0]
      const readPage = async ({ oldest = '' }: HistoryRange) => {
        const found = messages.filter(({ ts }) => ts >= oldest)
        return { kind: 'page' as const, messages: found, size: found.length }
      }
      const others = createOtherInstallations({
        self: installation.id,
        records: {
          all: () => failing(records.all),
          change(name, next) {
            writes += 1
            return failing(() => records.change(name, next))
          },
        },
        problems,
        find: (name) => (name === key.subscription ? { channel: '#brand' } : undefined),
        liveProcesses: processes,
        readHistory: (range) => {
          looks += 1
          return read(range)
        },
        now,
        steady: () => clock.at,
        slackTime: () => clock.at + clock.slackAhead,
      })
      const read = others.watchHistory(readPage)
      const started = {
        ...installation,
        others,
        told,
        faults,
        /** How often it read the history by itself. */
        looks: () => looks,
        /** How often it wrote to the store. */
        writes: () => writes,
        problems: () => problems.openProblems(),
        codes: () => problems.openProblems().map(({ code }) => code),
        /** Posts mentions; returns the message. */
        async post(...ids: string[]): Promise<PostedMessage> {
          const receipt = { ...key, through: '0', ids }
          const message = keep({ ...receipt, installation: installation.id })
          const outcome = faults.answer ?? { kind: 'delivered', ts: message.ts, receiptKept: true }
          others.posted({ posting: { channel, content: { text: '', blocks: [] }, receipt }, outcome })
          return message
        },
        readHistory: () => read({ channel }),
        end: () => void running.delete(others),
      }
      running.add(others)
      await others.refresh()
      return started
    },
  }
  return world
}
