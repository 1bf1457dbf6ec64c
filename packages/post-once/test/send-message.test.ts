import { describe, expect, it } from 'vitest'
import type { PostOutcome } from '../src/message.ts'
import { type Journal, sendMessage } from '../src/outbox.ts'
import { createOutboxMemory } from '../src/outbox-memory.ts'
import type { SendDeps } from '../src/ports.ts'

/** What happens in which order while one message is sent. The state of the journal is the list of what it has stored. */

const at = Date.UTC(2026, 10, 20)
const pending = { at }
const posted: PostOutcome = { kind: 'delivered', ts: '1795176000.000100', receiptKept: true }
const refused: PostOutcome = { kind: 'rejected', extent: 'message', reason: 'invalid_blocks' }
const unclear: PostOutcome = { kind: 'rejected', extent: 'unclear', reason: 'brand_new' }
const [rich, plain] = [
  { text: 'rich', blocks: [] },
  { text: 'plain', blocks: [] },
]

type Case = {
  /** What Slack says to each form. */
  outcomes: PostOutcome[]
  /** The ms until the channel has room, before each form. */
  waits?: (number | 'fails')[]
  patience?: number
  stopsAt?: 'the start' | 'the second form'
}

async function send({ outcomes, waits = [], patience = 1000, stopsAt }: Case) {
  const done: string[] = []
  const stop = new AbortController()
  if (stopsAt === 'the start') stop.abort()
  const outboxMemory = createOutboxMemory()
  const store = (what: string) => async (state: string[]) => {
    done.push(what)
    return [...state, what]
  }
  const journal: Journal<string[], typeof pending> = {
    begin: store('begin'),
    commit: store('commit'),
    abandon: store('abandon'),
    flush: store('flush'),
  }
  const deps: SendDeps<object> = {
    now: () => at,
    steady: () => at,
    slackTime: () => undefined,
    sleep: async (ms) => void done.push(`sleep ${ms}`),
    stopping: stop.signal,
    async post({ content: { text } }) {
      done.push(`post ${text}`)
      if (stopsAt === 'the second form') stop.abort()
      return outcomes.shift() ?? posted
    },
    channelRate: {
      async take() {
        const wait = waits.shift() ?? 0
        if (wait === 'fails') throw new Error('no limiter')
        return wait
      },
      pause: async (_channel, ms) => void done.push(`pause ${ms}`),
    },
    outboxMemory,
  }
  const message = {
    sender: 'acme',
    draft: { channel: 'C1' },
    forms: [rich, plain],
    mark: 'm',
    pending: () => pending,
  }
  const sent = await sendMessage(deps, journal, [], message, () => patience).catch((error) => ({
    ...{ result: String(error), state: [] },
  }))
  return { ...sent, done, confirmed: outboxMemory.confirmedTs('acme', pending) }
}

describe('the result of sending a message', () => {
  const first = { kind: 'posted', ts: '1795176000.000100', receiptKept: true, form: rich }
  it.each<[string, Case, object]>([
    ['has the form that Slack accepted', { outcomes: [posted] }, first],
    [
      'has the plainer form if Slack refuses the first',
      { outcomes: [refused, posted] },
      { ...first, form: plain },
    ],
    [
      'has the last reason if Slack refuses every form',
      { outcomes: [{ ...refused, reason: 'too_long' }, refused] },
      { kind: 'refused', reason: 'invalid_blocks' },
    ],
    [
      'has an unknown code of the first form, also if Slack refuses the plainer form with a known one',
      { outcomes: [unclear, refused] },
      { kind: 'refused', reason: 'invalid_blocks', unclear: 'brand_new' },
    ],
    [
      'has the unknown code of the plainer form',
      { outcomes: [refused, unclear] },
      { kind: 'refused', reason: 'brand_new', unclear: 'brand_new' },
    ],
    [
      'has an unknown code if the channel has no room for the plainer form',
      { outcomes: [unclear], waits: [0, 1001] },
      { kind: 'no-room', afterMs: 1001, unclear: 'brand_new' },
    ],
    [
      'has no unknown code if the channel has no room after a known one',
      { outcomes: [refused], waits: [0, 1001] },
      { kind: 'no-room', afterMs: 1001 },
    ],
    [
      'has an unknown code if the process is asked to stop before the plainer form',
      { outcomes: [unclear], stopsAt: 'the second form' },
      { kind: 'stopping', unclear: 'brand_new' },
    ],
    [
      'has what Slack refuses besides the message',
      { outcomes: [{ kind: 'rejected', extent: 'channel', reason: 'is_archived' }] },
      { kind: 'blocked', scope: 'channel', reason: 'is_archived' },
    ],
    [
      'has the time that Slack asks to wait',
      { outcomes: [{ kind: 'deferred', extent: 'channel', reason: 'ratelimited', afterMs: 3000 }] },
      { kind: 'rate-limited', reason: 'ratelimited', afterMs: 3000 },
    ],
    [
      'is unconfirmed if nobody knows whether Slack has it',
      { outcomes: [{ kind: 'unknown', reason: 'timeout' }] },
      { kind: 'unconfirmed', reason: 'timeout' },
    ],
  ])('%s', async (_what, sending, result) => expect((await send(sending)).result).toStrictEqual(result))
})

describe('while a message is sent, the outbox', () => {
  it.each<[string, Case, string[]]>([
    ['stores it before it posts it', { outcomes: [posted] }, ['begin', 'post rich', 'commit']],
    [
      'stores the plainer form, too, before it posts it',
      { outcomes: [refused, posted] },
      ['begin', 'post rich', 'begin', 'post plain', 'commit'],
    ],
    [
      'abandons it if Slack refuses every form',
      { outcomes: [refused, refused] },
      ['begin', 'post rich', 'begin', 'post plain', 'abandon'],
    ],
    [
      'tries no plainer form and abandons it if Slack refuses the channel',
      { outcomes: [{ kind: 'rejected', extent: 'channel', reason: 'is_archived' }] },
      ['begin', 'post rich', 'abandon'],
    ],
    [
      'delays the channel and abandons it if Slack asks to wait',
      { outcomes: [{ kind: 'deferred', extent: 'channel', reason: 'ratelimited', afterMs: 3000 }] },
      ['begin', 'post rich', 'pause 3000', 'abandon'],
    ],
    [
      'tries no plainer form and keeps it stored if Slack may have it',
      { outcomes: [{ kind: 'unknown', reason: 'timeout' }] },
      ['begin', 'post rich'],
    ],
    [
      'stores the commit before, and waits, if the channel has room soon',
      { outcomes: [posted], waits: [1000] },
      ['flush', 'sleep 1000', 'begin', 'post rich', 'commit'],
    ],
    ['stores only the commit before if the channel has no room', { outcomes: [], waits: [1001] }, ['flush']],
    [
      'abandons a refused form if the channel has no room for the plainer one',
      { outcomes: [refused], waits: [0, 1001] },
      ['begin', 'post rich', 'flush', 'abandon'],
    ],
    ['posts nothing if the process is asked to stop', { outcomes: [], stopsAt: 'the start' }, []],
  ])('%s', async (_what, sending, steps) => {
    const { done, state } = await send(sending)
    expect(done).toEqual(steps)
    expect(state).toEqual(steps.filter((step) => /^[a-z]+$/.test(step)))
  })

  it('stores the commit before if the rate limiter fails, and fails, too', async () => {
    const { result, done } = await send({ outcomes: [], waits: ['fails'] })
    expect([result, done]).toEqual(['Error: no limiter', ['flush']])
  })

  it.each<[string, PostOutcome, string | undefined]>([
    ['remembers the place of a message that Slack has', posted, '1795176000.000100'],
    [
      'remembers no place of a message that Slack may have',
      { kind: 'unknown', reason: 'timeout' },
      undefined,
    ],
  ])('%s', async (_what, outcome, place) =>
    expect((await send({ outcomes: [outcome] })).confirmed).toBe(place),
  )
})
