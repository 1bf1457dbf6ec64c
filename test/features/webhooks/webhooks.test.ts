import type { ServerResponse } from 'node:http'
import { withoutProxy } from '@overheard/base/http'
import { afterEach, describe, expect, it } from 'vitest'
import { startReceiver } from '../../../sandbox/webhook-receiver.ts'
import { eventTypes } from '../../../src/features/webhooks/model.ts'
import { createWebhooks, type WebhookSettings } from '../../../src/features/webhooks/webhooks.ts'
import { createProblems } from '../../../src/health/problems.ts'
import type { Hooks } from '../../../src/kernel/facts.ts'
import type { SpikeSummary } from '../../../src/model/anomaly.ts'
import type { CardChange, PostedCard } from '../../../src/model/card.ts'
import type { Records } from '../../../src/model/collection.ts'
import { flushPromises } from '../../tools/manual-clock.ts'
import { memoryStore } from '../../tools/memory-store.ts'
import { sampleMention } from '../../tools/sample-mention.ts'
import { subscriptionOf } from '../../tools/story-world.ts'

const secret = `whsec_${Buffer.from('a secret of thirty-two bytes long').toString('base64')}`
const hourMs = 60 * 60_000
const start = Date.UTC(2026, 10, 22, 12)
const key = { subscription: 'acme', alert: '7', channel: 'C1' }
const tsOf = (ms: number) => (ms / 1000).toFixed(6)

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** A store, a clock that moves by hand, and a receiver. `again` starts the webhooks like another process would. */
async function createWorld(settings: Partial<WebhookSettings> = {}) {
  const clock = { now: start }
  const now = () => clock.now
  const receiver = await startReceiver({ secret: settings.secret ?? secret, now })
  closers.push(receiver.close)
  const kept = memoryStore()
  /** `refused` are the places in the queue that the store can never hold. */
  const failing = { isOn: false, refused: new Set<string>() }
  const records: Records = {
    ...kept,
    messages(name, schema) {
      const records = kept.messages(name, schema)
      const addAll: typeof records.addAll = async (entries) => {
        if (failing.isOn) throw new Error('the disk is full')
        const isRefused = ({ ts }: { ts: string }) => failing.refused.has(ts.slice(0, 14))
        await records.addAll(entries.filter(({ key }) => !isRefused(key)))
        return entries.flatMap(({ key }) => (isRefused(key) ? [{ key: { ...key }, reason: 'too long' }] : []))
      }
      return { ...records, addAll }
    },
  }
  const store = { ...records, leading: records }
  const log: object[] = []
  const timers: (() => void)[] = []
  const outcomes: string[] = []
  type Opened = ReturnType<typeof createWebhooks>
  /** Gets the problems of the board, as in the bot. */
  const listening: { webhooks?: Pick<Opened, 'problems'> } = {}
  const problems = createProblems(now, {
    raised: (problem) => listening.webhooks?.problems.raised(problem),
    cleared: (problem) => listening.webhooks?.problems.cleared(problem),
    passed: (problem) => listening.webhooks?.problems.passed(problem),
  })
  const webhook = { url: receiver.url, secret, events: eventTypes, allowPrivate: true, ...settings }

  async function open(list: WebhookSettings[] = [webhook]) {
    const webhooks = createWebhooks(list, {
      now,
      setTimer(run) {
        timers.push(run)
        return () => void timers.splice(timers.indexOf(run), 1)
      },
      stopping: new AbortController().signal,
      leads: () => true,
      store,
      problems,
      proxy: withoutProxy,
      observe: ({ outcome }) => void outcomes.push(outcome),
      log: { warn: (fields, sentence) => void log.push({ ...fields, sentence }) },
      maxWaiting: 100,
    })
    closers.push(webhooks.close)
    const deliver = async () => void (await Promise.all(webhooks.jobs.map(({ run }) => run())))
    const { hooks } = webhooks
    const hears: Hooks = {
      posted: async (message) => hooks.posted?.(message),
      spikeStarted: async (card) => hooks.spikeStarted?.(card),
      spikeEnded: async (card) => hooks.spikeEnded?.(card),
      digestPosted: async (posted) => hooks.digestPosted?.(posted),
      escalated: async (calls) => hooks.escalated?.(calls),
      changed: async (change) => hooks.changed?.(change),
      handled: async (changed) => hooks.handled?.(changed),
    }
    return { ...webhooks, hears, deliver }
  }
  const ids = () => receiver.received.map(({ id }) => id)
  const types = () => receiver.received.map(({ type }) => type)
  const move = (ms: number) => {
    clock.now += ms
  }
  /** Runs the timers that are set, after `ms`. */
  async function runTimers(ms: number) {
    move(ms)
    for (const run of timers.splice(0)) run()
    await flushPromises()
  }
  return {
    ...{ clock, receiver, store, failing, webhook, log, timers, outcomes, problems, listening },
    ...{ open, ids, types, move, runTimers },
  }
}

const post = (id: string, at = start) => ({
  subscription: subscriptionOf({ name: key.subscription, alert: key.alert, channel: key.channel }),
  card: { ...cardWith(id, []), ts: tsOf(at) },
})

function cardWith(id: string, changes: CardChange[]): PostedCard {
  const shows = { kind: 'card' as const, mention: sampleMention({ id }), style: 'full' as const }
  return { ...key, ts: tsOf(start), shows, actions: [], changes }
}
const by = { id: 'U1', name: 'Ana Lima' }
const change = (id: string, to: CardChange['to'], at: number): CardChange => ({ at, mention: id, to, by })

describe('webhooks', () => {
  it.each([
    ['a key in base64', secret],
    ['a plain text', 'plain-text-of-thirty-two-letters'],
  ])(
    'are signed with a secret that is %s, as the library of the specification verifies',
    async (_what, given) => {
      const world = await createWorld({ secret: given })
      const { hears, deliver } = await world.open()
      await hears.posted(post('1'))
      await deliver()
      expect(world.receiver.received).toEqual([
        {
          id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
          type: 'mention.posted',
          at: start,
          body: expect.objectContaining({
            type: 'mention.posted',
            timestamp: '2026-11-22T12:00:00.000Z',
            data: expect.objectContaining({
              subscription: 'acme',
              message: { channel: 'C1', ts: tsOf(start) },
            }),
          }),
        },
      ])
      await deliver()
      expect(world.receiver.received).toHaveLength(1)
    },
  )

  it.each(['the new secret', 'the old secret'])(
    'have two signatures while two secrets are set, so a receiver with %s verifies them',
    async (which) => {
      const [newSecret, oldSecret] = [secret, 'plain-text-of-thirty-two-letters']
      const world = await createWorld({ secret: which === 'the new secret' ? newSecret : oldSecret })
      const { url } = world.webhook
      const { hears, deliver } = await world.open([
        { url, secret: `${newSecret} ${oldSecret}`, events: eventTypes, allowPrivate: true },
      ])
      await hears.posted(post('1'))
      await deliver()
      expect(world.receiver.received).toEqual([expect.objectContaining({ type: 'mention.posted' })])
      expect(world.receiver.received[0]).not.toHaveProperty('problem')
    },
  )

  const faults: [string, (response: ServerResponse, timers: (() => void)[]) => void][] = [
    ['answers 503', (response) => void response.writeHead(503).end()],
    ['answers 400', (response) => void response.writeHead(400).end()],
    ['resets the connection', (response) => void response.socket?.resetAndDestroy()],
    [
      'redirects to another address',
      (response) => void response.writeHead(307, { location: '/elsewhere' }).end(),
    ],
    ['does not answer within 15 s', (_response, timers) => void setImmediate(() => timers.at(-1)?.())],
  ]
  it.each(faults)(
    'deliver an event with the same id and a valid signature an hour after the receiver %s',
    async (_what, fault) => {
      const world = await createWorld()
      const { hears, deliver } = await world.open()
      await hears.posted(post('1'))
      world.receiver.answerWith((response) => fault(response, world.timers))
      await deliver()
      expect(world.outcomes).toEqual(['failed'])
      world.receiver.answerWith(undefined)
      world.move(hourMs)
      await deliver()
      await deliver()
      expect(world.outcomes).toEqual(['failed', 'delivered'])
      expect(world.receiver.received).toHaveLength(2)
      expect(new Set(world.ids()).size).toBe(1)
      for (const { problem } of world.receiver.received) expect(problem).toBeUndefined()
    },
  )

  it('deliver every event with one id after an hour in which the receiver refused connections', async () => {
    const world = await createWorld()
    const { hears, deliver, waiting } = await world.open()
    const port = Number(new URL(world.receiver.url).port)
    await world.receiver.close()
    closers.splice(closers.indexOf(world.receiver.close), 1)
    for (let id = 1; id <= 30; id++) await hears.posted(post(String(id)))
    for (let minute = 0; minute < 60; minute++) {
      await deliver()
      world.move(60_000)
    }
    // The receiver that is down gets one request every five minutes.
    expect(world.outcomes.length).toBeGreaterThan(10)
    expect(world.outcomes.length).toBeLessThan(25)
    expect(world.problems.openProblems()).toMatchObject([
      { code: 'webhook_failing', what: expect.stringContaining('ECONNREFUSED') },
    ])
    const back = await startReceiver({ secret, now: () => world.clock.now, port })
    closers.push(back.close)
    world.move(15 * 60_000)
    await deliver()
    expect(back.received.map(({ problem }) => problem)).toEqual(Array(30).fill(undefined))
    expect(new Set(back.received.map(({ id }) => id)).size).toBe(30)
    expect(await waiting()).toEqual([{ webhook: `127.0.0.1:${port}`, events: 0 }])
    expect(world.problems.openProblems()).toEqual([])
  })

  it('count a response as success before its body ends, even if the body is long or never ends', async () => {
    const world = await createWorld()
    const { hears, deliver } = await world.open()
    await hears.posted(post('1'))
    world.receiver.answerWith((response) => {
      response.writeHead(200, { 'content-length': 10_000_000 })
      response.write('x'.repeat(1_000_000))
    })
    await deliver()
    await hears.posted(post('2'))
    world.receiver.answerWith((response) => void response.writeHead(200).write('x'))
    await deliver()
    expect(world.outcomes).toEqual(['delivered', 'delivered'])
  })

  it('keep the order of the events of each mention, and let other mentions overtake', async () => {
    const world = await createWorld()
    const { hears, deliver } = await world.open()
    await hears.posted(post('1'))
    await hears.handled({
      card: cardWith('1', []),
      changes: [change('1', 'claimed', start + 1), change('1', 'done', start + 2)],
    })
    await hears.posted(post('2', start + 3))
    const nameOf = ({ body }: { body: unknown }) => {
      const { type, data } = body as { type: string; data: { mention: { id: string } } }
      return `${data.mention.id} ${type.slice('mention.'.length)}`
    }
    let refused = 0
    world.receiver.answerWith((response, event) => {
      const isRefused = nameOf(event) === '1 posted' && refused++ < 2
      response.writeHead(isRefused ? 500 : 204).end()
    })
    for (let round = 0; round < 10; round++) {
      await deliver()
      world.move(60_000)
    }
    const names = world.receiver.received.map(nameOf)
    expect(names.filter((name) => name.startsWith('1'))).toEqual([
      '1 posted',
      '1 posted',
      '1 posted',
      '1 claimed',
      '1 done',
    ])
    expect(names.indexOf('2 posted')).toBeLessThan(names.lastIndexOf('1 posted'))
  })

  it('drop an event after 24 hours, with a problem and a line in the log', async () => {
    const world = await createWorld()
    const { hears, deliver } = await world.open()
    await hears.posted(post('1'))
    world.receiver.answerWith((response) => void response.writeHead(500).end())
    await deliver()
    world.move(24 * hourMs - 1)
    await deliver()
    expect(world.outcomes).toEqual(['failed', 'failed'])
    world.move(hourMs)
    await deliver()
    expect(world.outcomes).toEqual(['failed', 'failed', 'dropped'])
    expect(world.problems.openProblems().map(({ code }) => code)).toContain('webhook_dropped')
    expect(world.log).toContainEqual(
      expect.objectContaining({
        id: world.ids()[0],
        type: 'mention.posted',
        sentence: expect.stringContaining('dropped'),
      }),
    )
  })

  it('drop the oldest events if more wait than the queue may hold, even while the receiver is down', async () => {
    const world = await createWorld()
    const { hears, deliver, waiting } = await world.open()
    world.receiver.answerWith((response) => void response.writeHead(500).end())
    for (let id = 1; id <= 100; id++) await hears.posted(post(String(id), start + id))
    await deliver()
    expect(world.outcomes).not.toContain('dropped')
    for (let id = 101; id <= 130; id++) await hears.posted(post(String(id), start + id))
    await deliver()
    expect(world.outcomes.filter((outcome) => outcome === 'dropped')).toHaveLength(30)
    expect((await waiting()).map(({ events }) => events)).toEqual([100])
    world.receiver.answerWith(undefined)
    const before = world.receiver.received.length
    world.move(hourMs)
    await deliver()
    const times = world.receiver.received
      .slice(before)
      .map(({ body }) => (body as { timestamp: string }).timestamp)
    expect(times.toSorted()[0]).toBe(new Date(start + 31).toISOString())
    expect(times).toHaveLength(100)
  })

  it('wait for a slow receiver, and send it each event once', async () => {
    const world = await createWorld()
    const { hears, deliver } = await world.open()
    const held: ServerResponse[] = []
    world.receiver.answerWith((response) => void held.push(response))
    for (const id of ['1', '2', '3']) await hears.posted(post(id))
    const delivering = deliver()
    await expect.poll(() => held.length).toBe(3)
    expect(world.outcomes).toEqual([])
    for (const response of held) response.writeHead(200).end('thanks')
    await delivering
    await deliver()
    expect(world.outcomes).toEqual(['delivered', 'delivered', 'delivered'])
    expect(new Set(world.ids()).size).toBe(3)
  })

  it('try an event of a post that a dead process confirmed two days late', async () => {
    const world = await createWorld()
    const { hears, deliver, prune } = await world.open()
    await hears.posted(post('1', start - 48 * hourMs))
    await prune(start)
    await deliver()
    expect(world.types()).toEqual(['mention.posted'])
  })

  it('stop after the receiver answers 410, until the next start', async () => {
    const world = await createWorld()
    const { hears, deliver } = await world.open()
    world.receiver.answerWith((response) => void response.writeHead(410).end())
    await hears.posted(post('1'))
    await deliver()
    world.receiver.answerWith(undefined)
    await hears.posted(post('2'))
    world.move(hourMs)
    await deliver()
    expect(world.outcomes).toEqual(['gone', 'dropped', 'dropped'])
    expect(world.problems.openProblems()).toMatchObject([{ code: 'webhook_gone' }])
    const again = await world.open()
    await again.hears.posted(post('3'))
    await again.deliver()
    expect(world.outcomes.at(-1)).toBe('delivered')
    expect(world.problems.openProblems()).toEqual([])
  })

  it('deliver after a restart what waited, and once although the next process announces it again', async () => {
    const world = await createWorld()
    const first = await world.open()
    await first.hears.posted(post('1'))
    await first.hears.handled({ card: cardWith('1', []), changes: [change('1', 'claimed', start + 1)] })
    world.move(hourMs)
    const second = await world.open()
    await second.hears.posted(post('1'))
    await second.hears.handled({ card: cardWith('1', []), changes: [change('1', 'claimed', start + 1)] })
    await second.deliver()
    expect(world.types()).toEqual(['mention.posted', 'mention.claimed'])
  })

  it('get only the events that they want', async () => {
    const world = await createWorld()
    const other = await startReceiver({ secret, now: () => world.clock.now })
    closers.push(other.close)
    const { hears, problems, deliver, close } = await world.open([
      { ...world.webhook, events: ['mention.posted', 'problem.started'] },
      { ...world.webhook, url: other.url, events: ['digest.posted'] },
    ])
    await hears.posted(post('1'))
    await hears.digestPosted({
      digest: 'weekly',
      period: '2026-W47',
      channel: 'C2',
      ts: tsOf(start),
      messages: [],
    })
    const problem = { key: 'k', since: start, what: 'Slack is down.', whatToDo: 'Wait.' }
    problems.raised(problem)
    problems.cleared(problem)
    await expect
      .poll(async () => {
        await deliver()
        return world.types().sort()
      })
      .toEqual(['mention.posted', 'problem.started'])
    expect(other.received.map(({ type }) => type)).toEqual(['digest.posted'])
    expect(close).toBeDefined()
  })

  it('continue when the clock was set back by a day', async () => {
    const world = await createWorld()
    const { hears, deliver } = await world.open()
    await hears.posted(post('1'))
    world.receiver.answerWith((response) => void response.writeHead(500).end())
    await deliver()
    world.receiver.answerWith(undefined)
    world.move(-24 * hourMs)
    await deliver()
    expect(world.outcomes).toEqual(['failed', 'delivered'])
  })
})

const spike = { ...key, ts: tsOf(start), startedAt: start, announcedAt: start, signs: ['count'] }
const summary = { startedAt: start, total: 9, negative: 3, reach: 50 } as SpikeSummary
const escalation = (stage: 'group' | 'unanswered') => ({
  card: cardWith('1', []),
  mentions: ['1'],
  stage,
  at: start,
})
const digest = { digest: 'weekly', period: '2026-W47', channel: 'C1', ts: tsOf(start), messages: [] }

type Webhooks = Awaited<ReturnType<Awaited<ReturnType<typeof createWorld>>['open']>>

describe('while the store refuses writes, webhooks', () => {
  it.each<[string, string, (webhooks: Webhooks) => Promise<void>]>([
    ['a post', 'mention.posted', ({ hears }) => hears.posted(post('1'))],
    ['a new spike', 'spike.started', ({ hears }) => hears.spikeStarted(spike)],
    [
      'the end of a spike',
      'spike.ended',
      ({ hears }) => hears.spikeEnded({ ...key, ts: tsOf(start), endedAt: start, summary }),
    ],
    ['a call', 'mention.escalated', ({ hears }) => hears.escalated(escalation('group'))],
    [
      'a call that nobody answered',
      'watch.unanswered',
      ({ hears }) => hears.escalated(escalation('unanswered')),
    ],
    ['a digest', 'digest.posted', ({ hears }) => hears.digestPosted(digest)],
    [
      'a change of a card',
      'mention.claimed',
      ({ hears }) => hears.handled({ card: cardWith('1', []), changes: [change('1', 'claimed', start + 1)] }),
    ],
  ])(
    'reject %s, so that it is not stored as done, and deliver its event once when it is announced again',
    async (_what, type, announce) => {
      const world = await createWorld()
      const webhooks = await world.open()
      world.failing.isOn = true
      await expect(announce(webhooks)).rejects.toThrow('the disk is full')
      await expect(announce(webhooks)).rejects.toThrow('the disk is full')
      expect([webhooks.unstored(), world.timers.length]).toEqual([0, 0])
      world.failing.isOn = false
      await announce(webhooks)
      await announce(webhooks)
      await webhooks.deliver()
      expect(world.types()).toEqual([type])
    },
  )

  it('keep the events of problems in memory, say so after 5 s, and deliver all of them in order', async () => {
    const world = await createWorld()
    const webhooks = await world.open()
    world.listening.webhooks = webhooks
    world.failing.isOn = true
    world.problems.raise('channel C1', { what: 'It is archived.', whatToDo: 'Unarchive it.' })
    world.problems.clear('channel C1')
    await flushPromises()
    expect(webhooks.unstored()).toBe(2)
    expect(world.timers).toHaveLength(1)
    expect(world.problems.openProblems()).toEqual([])
    await world.runTimers(5000)
    expect(world.problems.openProblems()).toMatchObject([
      {
        key: 'webhook events',
        code: 'webhook_unstored',
        what: expect.stringMatching(/^3 events .* wait in memory/),
      },
    ])
    await world.runTimers(5000)
    expect(webhooks.unstored()).toBe(3)
    world.failing.isOn = false
    await world.runTimers(5000)
    expect(webhooks.unstored()).toBe(0)
    expect(world.problems.openProblems()).toEqual([])
    await webhooks.deliver()
    const told = world.receiver.received.map(({ body }) => {
      const { type, data } = body as { type: string; data: { key: string } }
      return `${type} ${data.key}`
    })
    expect(told.filter((line) => line.endsWith('C1'))).toEqual([
      'problem.started channel C1',
      'problem.ended channel C1',
    ])
    expect(told.filter((line) => line.endsWith('webhook events'))).toEqual([
      'problem.started webhook events',
      'problem.ended webhook events',
    ])
    expect(world.timers).toEqual([])
  })

  it('deliver each cause of a problem with an id of its own, and its end', async () => {
    const world = await createWorld()
    const webhooks = await world.open()
    world.listening.webhooks = webhooks
    for (const code of ['webhook_failing', 'webhook_gone', 'webhook_gone', 'webhook_failing'])
      world.problems.raise('webhook k', { code, what: code, whatToDo: 'Look.' })
    world.problems.clear('webhook k')
    await flushPromises()
    await webhooks.deliver()
    const told = world.receiver.received.map(({ body }) => body as { type: string; data: { code: string } })
    expect(told.map(({ type, data }) => `${type} ${data.code}`)).toEqual([
      'problem.started webhook_failing',
      'problem.started webhook_gone',
      'problem.started webhook_failing',
      'problem.ended webhook_failing',
    ])
    expect(new Set(world.ids()).size).toBe(4)
  })

  it('deliver the end of a wait that was extended only when it has passed', async () => {
    const world = await createWorld()
    const webhooks = await world.open()
    world.listening.webhooks = webhooks
    const wait = () =>
      world.problems.raise('wait requests', {
        ...{ code: 'requests_wait', waits: true, what: 'Checks wait.', whatToDo: 'Ask less often.' },
        until: world.clock.now + 120_000,
      })
    const told = async () => {
      world.problems.openProblems()
      await flushPromises()
      await webhooks.deliver()
      return world.types()
    }
    wait()
    world.move(100_000)
    wait()
    world.move(100_000)
    expect(await told()).toEqual(['problem.started'])
    expect(world.receiver.received[0]?.body).not.toHaveProperty('data.until')
    world.move(20_000)
    expect(await told()).toEqual(['problem.started', 'problem.ended'])
  })

  it('store the events of problems before the process ends, or name in the log each event that is lost', async () => {
    const world = await createWorld()
    const webhooks = await world.open()
    world.failing.isOn = true
    const problem = { key: 'k', since: start, what: 'Slack is down.', whatToDo: 'Wait.' }
    webhooks.problems.raised(problem)
    await webhooks.close()
    expect(world.log).toContainEqual(
      expect.objectContaining({
        id: expect.stringMatching(/^evt_/),
        type: 'problem.started',
        sentence: expect.stringContaining('lost an event'),
      }),
    )
    const next = await world.open()
    next.problems.raised(problem)
    await flushPromises()
    world.failing.isOn = false
    await next.close()
    await (await world.open()).deliver()
    expect(world.types()).toEqual(['problem.started'])
  })

  it('keep at most a thousand events of problems, and name in the log each event that is lost', async () => {
    const world = await createWorld()
    const webhooks = await world.open()
    world.failing.isOn = true
    for (let count = 0; count < 1003; count++)
      webhooks.problems.raised({ key: `${count}`, since: start, what: '', whatToDo: '' })
    expect(webhooks.unstored()).toBe(1000)
    expect(world.log.filter((line) => 'sentence' in line && /lost/.test(String(line.sentence)))).toHaveLength(
      3,
    )
  })
})

describe('an event that the store can never hold', () => {
  it('is dropped with a problem and a line in the log, and stops no other event', async () => {
    const world = await createWorld()
    const webhooks = await world.open()
    world.failing.refused.add(tsOf(start).slice(0, 14))
    await webhooks.hears.posted(post('1'))
    await webhooks.hears.posted(post('2', start + 1000))
    await webhooks.deliver()
    expect(world.receiver.received.map(({ body }) => (body as { data: object }).data)).toMatchObject([
      { mention: { id: '2' } },
    ])
    expect(world.outcomes).toEqual(['dropped', 'delivered'])
    expect(world.problems.openProblems()).toMatchObject([
      { code: 'webhook_refused', what: expect.stringContaining('too long') },
    ])
    expect(world.log).toMatchObject([{ id: expect.stringMatching(/^evt_/), type: 'mention.posted' }])
    world.move(24 * hourMs)
    expect(world.problems.openProblems()).toEqual([])
  })
})

describe('events that no webhook wants', () => {
  it('are not heard of', async () => {
    const world = await createWorld()
    const heard = async (events?: WebhookSettings['events']) =>
      Object.keys((await world.open(events && [{ ...world.webhook, events }])).hooks)
    expect(await heard()).toEqual([
      'posted',
      'spikeStarted',
      'spikeEnded',
      'changed',
      'digestPosted',
      'escalated',
      'handled',
    ])
    expect(await heard(['mention.done', 'problem.started'])).toEqual(['handled'])
    expect(await heard(['mention.posted'])).toEqual(['posted'])
    expect(await heard(['watch.unanswered'])).toEqual(['escalated'])
    expect(Object.keys((await world.open([])).hooks)).toEqual([])
  })
})

describe('a webhook without allowPrivate', () => {
  it.each([
    'http://127.0.0.1',
    'http://[::1]',
    'http://localhost',
    'http://[::ffff:10.0.0.1]',
    'http://2130706433',
  ])('sends nothing to %s', async (origin) => {
    const world = await createWorld()
    const { port } = new URL(world.receiver.url)
    const url = `${origin}:${port}/`
    const { hears, deliver } = await world.open([{ ...world.webhook, url, allowPrivate: false }])
    await hears.posted(post('1'))
    await deliver()
    expect(world.outcomes).toEqual(['failed'])
    expect(world.receiver.received).toEqual([])
    expect(world.log).toContainEqual(
      expect.objectContaining({ reason: expect.stringContaining('allowPrivate') }),
    )
  })
})
