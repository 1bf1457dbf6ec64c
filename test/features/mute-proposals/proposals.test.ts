import { describe, expect, it } from 'vitest'
import { decideFor } from '../../../src/engine/rules/rules.ts'
import { createProposalActions } from '../../../src/features/mute-proposals/actions.ts'
import { proposalIds } from '../../../src/features/mute-proposals/messages.ts'
import { channelProposalsSchema } from '../../../src/features/mute-proposals/model.ts'
import { createMuteProposals } from '../../../src/features/mute-proposals/proposals.ts'
import type { MessageAction } from '../../../src/listeners/payloads.ts'
import { type PostedCard, postedCardSchema } from '../../../src/model/card.ts'
import type { DecisionRecord } from '../../../src/model/decision.ts'
import type { Block } from '../../../src/model/message.ts'
import type { Mute } from '../../../src/model/mute.ts'
import { createHandClock } from '../../tools/manual-clock.ts'
import { memoryStore } from '../../tools/memory-store.ts'
import { sampleMention } from '../../tools/sample-mention.ts'
import { subscriptionOf } from '../../tools/story-world.ts'

const dayMs = 86_400_000
const start = Date.UTC(2026, 10, 23, 9)

/** A channel whose people claim every second mention of readers, and none of Daily Deals. */
function createWorld() {
  const slack = { mayPost: true }
  const clock = createHandClock(start)
  const { now } = clock
  const store = memoryStore()
  const records = store.messages('cards', postedCardSchema)
  const log: DecisionRecord[] = []
  const mutes: Mute[] = []
  const subscription = subscriptionOf({ channel: 'C1' })
  const registry = { all: () => [{ subscription }] }
  const reads: number[] = []
  const deps = {
    now,
    pause: async () => undefined,
    decisions: {
      async *entries(since: number) {
        reads.push(since)
        yield* log.filter(({ at }) => at >= since)
      },
    },
    cardsIn: (channel: string, since: number) => records.since(since, channel),
    registry,
    channelOf: async () => 'C1',
    privateAlerts: { mayPost: async () => slack.mayPost },
    mutes: () => mutes,
    decideFor: () => decideFor(subscription, { mutes: () => mutes }),
    stored: store.collection('mute-proposals', channelProposalsSchema),
    led: store.leading.collection('mute-proposals', channelProposalsSchema),
  }
  const proposals = createMuteProposals(deps)

  async function post(length: number, name: string, isClaimed: (index: number) => boolean): Promise<void> {
    for (let index = 0; index < length; index++) {
      const at = now() - 4 * dayMs + index * 60_000 + name.length
      const id = String(Math.floor(at))
      const mention = sampleMention({
        ...{ id, title: `Number ${index}`, url: `https://${name.length}.example/${index}` },
        ...{ source: index % 4 < 2 ? 'web' : 'blogs', author: { ...sampleMention().author, name } },
      })
      const place = { channel: 'C1', ts: (at / 1000).toFixed(6), subscription: 'acme', alert: '7' }
      log.push({ ...place, at, id, url: mention.url, outcome: 'posted', reason: 'passed' })
      const press = { state: 'claimed' as const, user: 'U1', by: 'Ana', at, firstAt: at }
      const shows = { kind: 'card' as const, mention, style: 'full' as const }
      const actions = isClaimed(index) ? [{ ...place, mention: id, ...press }] : []
      await records.add(place, { ...place, shows, actions } satisfies PostedCard)
    }
  }
  /** Posts the same mentions again, one week after the other, and counts them. */
  async function nextWeek(): Promise<string[]> {
    await clock.move(7 * dayMs)
    await post(60, 'A reader', (index) => index % 2 === 0)
    await post(12, 'Daily Deals', () => false)
    await proposals.update()
    return (await proposals.of('C1')).map(({ name }) => name)
  }
  return { clock, proposals, deps, mutes, reads, records, nextWeek, stored: deps.stored, slack }
}

describe('the proposals of a channel', () => {
  it('are counted once a week, by one read of the log', async () => {
    const { proposals, reads, nextWeek, clock } = createWorld()
    expect(await nextWeek()).toEqual(['Daily Deals'])
    await clock.move(6 * dayMs)
    await proposals.update()
    expect(reads).toHaveLength(1)
    expect(await nextWeek()).toEqual(['Daily Deals'])
    expect(reads).toHaveLength(2)
  })

  it('look up each written channel once and all together, because a first look-up writes to the store', async () => {
    const { deps, stored } = createWorld()
    const written = Array.from({ length: 40 }, (_, index) => `#team-${index % 20}`)
    const listed = written.map((channel, index) => ({
      subscription: subscriptionOf({ name: `s${index}`, channel }),
    }))
    const looked: string[] = []
    const lookedAtEnd: number[] = []
    const channelOf = async ({ subscription: { channel } }: (typeof listed)[number]) => {
      looked.push(channel)
      await new Promise(setImmediate)
      lookedAtEnd.push(looked.length)
      return `C${channel.slice('#team-'.length)}`
    }
    await createMuteProposals({ ...deps, registry: { all: () => listed }, channelOf }).update()
    expect(lookedAtEnd).toEqual(written.slice(0, 20).map(() => 20))
    expect(looked).toEqual(written.slice(0, 20))
    expect((await stored.all()).map(({ channel }) => channel)).toHaveLength(20)
  })

  it('leave out a declined name for 90 days, also in another process, and have it again after that', async () => {
    const { proposals, deps, nextWeek, clock } = createWorld()
    await nextWeek()
    await proposals.decline({ channel: 'C1', kind: 'author', name: 'DAILY deals' })
    const declinedAt = clock.now()
    expect(await proposals.of('C1')).toEqual([])
    expect(await createMuteProposals(deps).of('C1')).toEqual([])
    const weeks: string[][] = []
    while (clock.now() + 7 * dayMs < declinedAt + 90 * dayMs) weeks.push(await nextWeek())
    expect(weeks.flat()).not.toContain('Daily Deals')
    await clock.move(declinedAt + 90 * dayMs - clock.now() - 1)
    await proposals.update()
    expect((await proposals.of('C1')).map(({ name }) => name)).not.toContain('Daily Deals')
    expect(await nextWeek()).toContain('Daily Deals')
  })

  it('leave out a name as soon as it is muted, and count it no more while it is muted', async () => {
    const { proposals, mutes, nextWeek } = createWorld()
    await nextWeek()
    mutes.push({ channel: 'C1', kind: 'author', name: 'daily deals', by: 'U1', at: 0 })
    expect(await proposals.of('C1')).toEqual([])
    expect(await nextWeek()).toEqual([])
  })

  it('count nothing of a subscription that may not post to the channel, because its alert is private', async () => {
    const { slack, nextWeek } = createWorld()
    slack.mayPost = false
    expect(await nextWeek()).toEqual([])
    slack.mayPost = true
    expect(await nextWeek()).toEqual(['Daily Deals'])
  })

  it('are not shown two weeks after the last count', async () => {
    const { proposals, nextWeek, clock } = createWorld()
    await nextWeek()
    await clock.move(14 * dayMs)
    expect(await proposals.of('C1')).toEqual([])
  })

  it('keep a declined name if a count and the press happen at the same time', async () => {
    const { proposals, nextWeek, clock } = createWorld()
    await nextWeek()
    await clock.move(7 * dayMs)
    await Promise.all([
      proposals.update(),
      proposals.decline({ channel: 'C1', kind: 'author', name: 'Daily Deals' }),
    ])
    expect((await proposals.of('C1')).map(({ name }) => name)).not.toContain('Daily Deals')
  })
})

describe('a press on a proposal', () => {
  async function createPressWorld(refusal?: string, hidden?: string) {
    const world = createWorld()
    await world.nextWeek()
    const muted: unknown[] = []
    const modals: Block[][] = []
    const asked: unknown[] = []
    const replies: string[] = []
    const actions = createProposalActions({
      proposals: world.proposals,
      muting: {
        async mute(request) {
          muted.push(request)
          return 'muted'
        },
      },
      access: {
        async refusal(_asking, operation, subject) {
          asked.push([operation, subject])
          return hidden !== undefined && subject.alerts?.includes(hidden) ? 'That is private.' : refusal
        },
      },
      finder: { alertsIn: async () => ['Acme brand'] },
      findCard: (place) => world.records.find(place),
      views: {
        setTimer: () => () => undefined,
        async open(_trigger, { blocks }) {
          modals.push(blocks)
          return { kind: 'open', view: 'V1' }
        },
        update: async () => undefined,
      },
      reply: async (_asker, { text }) => void replies.push(text),
    })
    const [proposal] = await world.proposals.of('C1')
    const pressed = new Map<string, (action: MessageAction) => Promise<void>>()
    actions.listen(
      { inBoth: (id, inMessage) => void pressed.set(String(id), inMessage) },
      { answer: async () => undefined, show: async () => undefined },
    )
    /** Returns the answer; undefined if there is none. */
    async function press(kind: 'mute' | 'decline' | 'show'): Promise<string | undefined> {
      const value = JSON.stringify(['C1', proposal?.id])
      const asker = { user: 'U1', channel: 'C1', responseUrl: '', ts: '1' }
      await pressed.get(proposalIds[kind])?.({ ...asker, trigger: 't', value })
      return replies.pop()
    }
    return { ...world, actions, press, muted, modals, asked }
  }

  it('mutes the name for 30 days', async () => {
    const { press, muted } = await createPressWorld()
    expect(await press('mute')).toContain('Muted the author Daily Deals for 30 days.')
    expect(muted).toEqual([{ channel: 'C1', user: 'U1', kind: 'author', name: 'Daily Deals', term: '30d' }])
  })

  it('declines the proposal, and a second press finds none', async () => {
    const { press, muted } = await createPressWorld()
    expect(await press('decline')).toContain('not proposed again for 90 days')
    expect(await press('mute')).toContain('out of date')
    expect(muted).toEqual([])
  })

  it('shows the mentions with links', async () => {
    const { press, modals } = await createPressWorld()
    expect(await press('show')).toBeUndefined()
    const text = JSON.stringify(modals)
    for (let index = 0; index < 12; index++) expect(text).toContain(`"https://11.example/${index}"`)
  })

  it('shows no mention of a private alert that is not posted to the channel any more', async () => {
    const { press, modals } = await createPressWorld(undefined, '7')
    expect(await press('show')).toBeUndefined()
    expect(JSON.stringify(modals)).not.toContain('11.example')
  })

  it('changes nothing and reveals no name if the person may not see the alerts of the channel', async () => {
    const { press, actions, muted, modals, asked, proposals } = await createPressWorld('That is private.')
    expect(await Promise.all([press('mute'), press('decline'), press('show')])).toEqual(
      Array(3).fill('That is private.'),
    )
    expect(await actions.readable('U1', new Set(['C1']))).toEqual([])
    expect([muted, modals, (await proposals.of('C1')).length]).toEqual([[], [], 1])
    const subject = { channel: 'C1', alerts: ['Acme brand'] }
    expect(asked).toEqual(['mute', 'dismiss', 'read', 'read'].map((operation) => [operation, subject]))
  })

  it('appears on the home tab only for channels of the person', async () => {
    const { actions } = await createPressWorld()
    expect(await actions.readable('U1', new Set(['C2']))).toEqual([])
    expect(await actions.readable('U1', new Set(['C1']))).toHaveLength(1)
  })
})
