import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkView } from '../../sandbox/slack/src/index.ts'
import { createApplyCardAction } from '../../src/cards/card-actions.ts'
import { createOpenMentions } from '../../src/cards/open-mentions.ts'
import { postedCards } from '../../src/cards/posted-cards.ts'
import { defaultWeights } from '../../src/cards/worth.ts'
import { createOpenList } from '../../src/features/open-list/command.ts'
import { createHomeTab } from '../../src/listeners/events/home-tab.ts'
import type { HomeSection } from '../../src/listeners/home-section.ts'
import type { HomeAction } from '../../src/listeners/payloads.ts'
import type { PostedCard } from '../../src/model/card.ts'
import type { Block } from '../../src/model/message.ts'
import type { SpikeCardRecord } from '../../src/model/spike-card.ts'
import type { RegisteredSubscription } from '../../src/model/subscription.ts'
import type { Operation } from '../../src/rules/permission.ts'
import { memoryStore } from '../tools/memory-store.ts'
import { naughtyStrings } from '../tools/naughty-strings.ts'
import { sampleMention } from '../tools/sample-mention.ts'

const now = Date.UTC(2026, 10, 22, 12)
const channelOf = (index: number) => `C${index % 10}`

/** 300 subscriptions with hostile names, each posting to one of ten channels. */
const registered = Array.from({ length: 300 }, (_, index): RegisteredSubscription => {
  const name = `${index} ${naughtyStrings[index % naughtyStrings.length]}`.slice(0, 80)
  return {
    subscription: {
      ...{ name, alert: name, channel: channelOf(index), schedule: '* * * * *', timezone: 'UTC' },
      ...{ only: {}, except: {}, backfill: 0, burst: 5 },
    },
  } as RegisteredSubscription
})

/** The card of a mention of one of the subscriptions. Every fifth is negative. */
function cardOf(index: number): PostedCard {
  const { subscription } = registered[index % 300] ?? {}
  const title = `${naughtyStrings[index % naughtyStrings.length]} mention ${index}.`
  const mention = sampleMention({
    ...{ id: String(index + 1), title, date: now, reach: index },
    sentiment: index % 5 === 0 ? 'negative' : 'neutral',
  })
  return {
    ...{ channel: channelOf(index), ts: `${now / 1000 - 60}.${String(index).padStart(6, '0')}` },
    ...{ subscription: subscription?.name ?? '', alert: '7', actions: [] },
    shows: { kind: 'card', mention, style: 'full' },
  }
}

type Person = {
  channels?: string[]
  hidden?: (name: string) => boolean
  refusal?: (operation: Operation) => string | undefined
}

/** A home tab for people with these channels. `hidden`: subscriptions that the person may not see. */
async function world(count: number, person: Person = {}) {
  const stored = postedCards(memoryStore())
  // No other process changes the cards.
  const cards = { ...stored, changes: async () => ({ changed: [], mark: '' }) }
  for (let index = 0; index < count; index++) {
    const card = cardOf(index)
    await cards.add(card, card)
  }
  const open = createOpenMentions({ cards, now: () => now, openForMs: 86_400_000, weights: defaultWeights })
  const applyCardAction = createApplyCardAction({
    now: () => now,
    cards: {
      async change(key, next) {
        const card = await cards.change(key, next)
        if (card !== undefined) open.update(card)
        return card
      },
    },
    drawAfter: (_, change) => change(),
    nameOf: async (user) => user,
  })
  const registry = { all: () => registered, find: () => undefined }
  const access = {
    refusal: async (_asking: unknown, operation: Operation) => person.refusal?.(operation),
    homeRefusal: async () => undefined,
    readableAlerts: async () => [],
    readableSubscriptions: async () =>
      registered.filter(({ subscription }) => person.hidden?.(subscription.name) !== true),
  }
  const users = {
    nameOf: async (user: string) => user,
    channelsOf: async () => person.channels && new Set(person.channels),
  }
  const messages = { permalink: async () => 'https://acme.slack.example/archives/C1/p1' }
  const openList = createOpenList({
    ...{ open, applyCardAction, registry, access, users, messages, now: () => now },
    findCard: (key) => cards.find(key),
    reply: async () => undefined,
  })
  const published: { blocks: Block[]; note: string }[] = []
  const updated: string[] = []
  const gate = { wait: Promise.resolve() }
  let spikes: SpikeCardRecord[] = []
  const sections: HomeSection[] = []
  const home = createHomeTab({
    ...{ registry, access, users, messages, openList },
    sections: () => sections,
    addedHelp: () => ({ subcommands: [], onCards: [] }),
    finder: { channelOf: async ({ subscription }) => subscription.channel, alertsIn: async () => [] },
    describe: async (listed) =>
      listed.map(({ subscription }) => ({
        ...{ name: subscription.name, alert: subscription.alert, channel: subscription.channel },
        ...{ isFromFile: true, state: { kind: 'up-to-date' } },
      })),
    spikeCards: { running: async () => spikes },
    mutes: { of: () => [{ channel: 'C1', kind: 'author', name: 'Falcon insider', by: 'U2', at: 0 }] },
    muting: { unmute: async () => [] },
    pauseResume: { open: async () => undefined, resume: async () => undefined },
    subscribeView: { openNew: async () => undefined, openEdit: async () => undefined },
    views: {
      open: async () => ({ kind: 'open', view: 'V1' }),
      async update(_view, { blocks }) {
        updated.push(JSON.stringify(blocks))
        return undefined
      },
      async publishHome(_user, blocks, note) {
        await gate.wait
        published.push({ blocks, note })
        return undefined
      },
    },
    log: { warn: () => undefined },
  })
  const pagesNow = (): HomeAction => ({
    ...{ user: 'U1', trigger: 't', value: '' },
    ...JSON.parse(published.at(-1)?.note ?? '{}'),
  })
  return {
    home,
    applyCardAction,
    published,
    updated,
    gate,
    /** The values of the buttons of one kind, as they are shown now. */
    values: (actionId: string) =>
      (published.at(-1)?.blocks ?? [])
        .flatMap(({ elements }) => (Array.isArray(elements) ? elements : []))
        .filter((one) => one.action_id === actionId)
        .map(({ value }): string => value),
    press: (value: string): HomeAction => ({ ...pagesNow(), value }),
    show: () => JSON.stringify(published.at(-1)?.blocks),
    setSpikes: (records: SpikeCardRecord[]) => {
      spikes = records
    },
  }
}

/** The numbers of the mentions on a tab. */
const mentionsOn = (shown: string) =>
  [...shown.matchAll(/mention (\d+)\./g)].map(([, index]) => Number(index))

describe('the home tab of a person', () => {
  it('shows on every page, with 5,000 open mentions and 300 alerts, only those of the person’s channels that the person may see', async () => {
    const seer: Person = {}
    const { home, show, published, press } = await world(5000, seer)
    const drawn = fc.record({
      channels: fc.subarray(Array.from({ length: 10 }, (_, index) => channelOf(index))),
      hiddenDigit: fc.nat(9),
      page: fc.nat(20),
      openPage: fc.nat(1200),
    })
    await fc.assert(
      fc.asyncProperty(drawn, async ({ channels, hiddenDigit, page, openPage }) => {
        const hidden = (name: string) => name.split(' ')[0]?.endsWith(`${hiddenDigit}7`) === true
        Object.assign(seer, { channels, hidden })
        published.length = 0
        await home.show('U1')
        await home.showPage({ ...press(String(page)), openPage })
        for (const { blocks } of published) {
          expect(blocks.length).toBeLessThanOrEqual(100)
          expect(checkView({ type: 'home', blocks })).toEqual([])
        }
        for (const index of mentionsOn(show())) {
          expect(channels).toContain(channelOf(index))
          expect(hidden(registered[index % 300]?.subscription.name ?? '')).toBe(false)
        }
        for (const [, channel] of show().matchAll(/<#(C\d)>/g)) expect(channels).toContain(channel)
        expect(mentionsOn(show()).length > 0).toBe(channels.length > 0)
      }),
      { numRuns: 40 },
    )
  })

  it('shows nothing of a channel if Slack does not say which channels the person is in', async () => {
    const { home, show } = await world(50)
    await home.show('U1')
    expect(mentionsOn(show())).toEqual([])
    expect(show()).not.toMatch(/<#C\d>/)
    expect(show()).toContain('Slack does not say right now')
  })

  it('lists negative mentions first, each mention on one page, and the mentions that the person claimed in a section of their own', async () => {
    const { home, show, press, values } = await world(30, { channels: ['C0', 'C1', 'C2'] })
    await home.show('U1')
    expect(mentionsOn(show()).every((index) => index % 5 === 0 || index > 9)).toBe(true)
    const seen: number[] = []
    for (let page = 0; page < 2; page++) {
      await home.showOpen(press(JSON.stringify({ scope: 'home', page })))
      seen.push(...mentionsOn(show()))
    }
    expect(seen).toHaveLength(9)
    expect(seen.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 10, 11, 12, 20, 21, 22])
    expect(seen.slice(0, 3).toSorted((a, b) => a - b)).toEqual([0, 10, 20])
    await home.showOpen(press(JSON.stringify({ scope: 'home', page: 0 })))
    await home.claim(press(values('open_claim')[0] ?? ''))
    expect(show()).toMatch(/Needs an answer \(8\).*Yours \(1\).*claimed by you/)
    await home.release(press(values('open_release')[0] ?? ''))
    expect(show()).toContain('Needs an answer (9)')
    expect(show()).not.toContain('Yours')
  })

  it('says who was faster if the person presses a button too late, and shows the present state', async () => {
    const { home, show, press, values, applyCardAction } = await world(3, { channels: ['C0'] })
    await home.show('U1')
    const [stale = ''] = values('open_claim')
    const { channel, ts, mention } = JSON.parse(stale)
    await applyCardAction({ message: { channel, ts }, mentions: [mention], user: 'U2', action: 'claim' })
    await home.claim(press(stale))
    expect(show()).toMatch(
      /somebody was faster: Claimed by U2.*Nothing is open.*Colleagues are answering 1 mention/,
    )
    await home.done(press(stale))
    await home.claim(press(stale))
    expect(show()).not.toContain('somebody was faster')
  })

  it('shows the latest state in the end if it is opened many times and a button is pressed at once, and skips most updates between', async () => {
    const { home, show, press, values, published, gate } = await world(3, { channels: ['C0'] })
    await home.show('U1')
    const [claim = ''] = values('open_claim')
    let release = () => {}
    gate.wait = new Promise((resolve) => {
      release = resolve
    })
    const openings = Array.from({ length: 20 }, () => home.show('U1'))
    const pressed = home.claim(press(claim))
    release()
    await Promise.all([...openings, pressed])
    expect(show()).toContain('Yours (1)')
    expect(published.length).toBeLessThan(6)
  })

  it('shows running spikes only of the person’s channels and of alerts that the person may see', async () => {
    const { home, show, setSpikes } = await world(1, {
      channels: ['C0', 'C1'],
      hidden: (name) => name.startsWith('1 '),
    })
    const record = (index: number): SpikeCardRecord => ({
      ...{ channel: channelOf(index), ts: '1.0', alert: '7', mark: 'm', at: now, note: {} },
      subscription: registered[index]?.subscription.name ?? '',
      shown: {
        kind: 'live',
        spike: {
          ...{
            alertName: `Spike ${index}`,
            signs: [],
            inLastHour: 9,
            hours: [9],
            claims: [],
            permalinks: {},
          },
          summary: {
            ...{ startedAt: now, total: 9, rated: 0, negative: 0, reach: 1, peak: 9 },
            ...{ sources: [], countries: [], top: [] },
          },
        },
      },
    })
    setSpikes([record(0), record(1), record(2)])
    await home.show('U1')
    expect(show()).toContain('Spike 0: 9 mentions in the last hour')
    expect(show()).not.toMatch(/Spike [12]/)
  })
})

it('a press in the list of mutes shows no muted name to a person who may not read the alerts of the channel any more', async () => {
  const press = { view: 'V1', user: 'U1', trigger: 't', metadata: '', values: new Map() }
  const actionValue = JSON.stringify(['C1', 'author', 'Falcon insider'])
  const reader = await world(1, {
    refusal: (operation) => (operation === 'read' ? undefined : 'Only members.'),
  })
  await reader.home.unmute({ ...press, actionValue })
  expect(reader.updated.join()).toContain('Only members.')
  expect(reader.updated.join()).toContain('Falcon insider')
  const outsider = await world(1, { refusal: () => 'This alert is private.' })
  await outsider.home.unmute({ ...press, actionValue })
  expect(outsider.updated.join()).toContain('This alert is private.')
  expect(outsider.updated.join()).not.toContain('Falcon insider')
})
