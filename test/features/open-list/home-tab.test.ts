import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkView } from '../../../packages/slack-on-your-desk/src/index.ts'
import { createApplyCardAction } from '../../../src/cards/card-actions.ts'
import { createOpenMentions } from '../../../src/cards/open-mentions.ts'
import { postedCards } from '../../../src/cards/posted-cards.ts'
import { defaultWeights } from '../../../src/config/configuration-schema.ts'
import { createOpenList } from '../../../src/features/open-list/command.ts'
import { createHomePresses, openSection } from '../../../src/features/open-list/home.ts'
import { readOpenValue } from '../../../src/messages/mention/open-target.ts'
import type { PostedCard } from '../../../src/model/card.ts'
import { channelOf, homeTabWorld, now, type Person, registered } from '../../tools/home-tab-world.ts'
import { memoryStore } from '../../tools/memory-store.ts'
import { naughtyStrings } from '../../tools/naughty-strings.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

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

/** The home tab with the lists of this many open mentions. */
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
  let list: ReturnType<typeof createOpenList> | undefined
  const tab = homeTabWorld(person, (parts) => {
    list ??= createOpenList({
      ...{ ...parts, open, applyCardAction, now: () => now },
      findCard: (key) => cards.find(key),
      reply: async () => undefined,
    })
    return [openSection(list)]
  })
  await tab.home.show('U1')
  if (list === undefined) throw new Error('the home tab has no sections')
  tab.published.length = 0
  return { ...tab, applyCardAction, presses: createHomePresses(list, tab.home) }
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
        const { state, ...pressed } = press(String(page))
        await home.showPage({ ...pressed, state: { ...state, open: String(openPage) } })
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
    const { home, presses, show, press, values } = await world(30, { channels: ['C0', 'C1', 'C2'] })
    await home.show('U1')
    expect(mentionsOn(show()).every((index) => index % 5 === 0 || index > 9)).toBe(true)
    const seen: number[] = []
    for (let page = 0; page < 2; page++) {
      await presses.turnPage(press(JSON.stringify({ scope: 'home', page })))
      seen.push(...mentionsOn(show()))
    }
    expect(seen).toHaveLength(9)
    expect(seen.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 10, 11, 12, 20, 21, 22])
    expect(seen.slice(0, 3).toSorted((a, b) => a - b)).toEqual([0, 10, 20])
    await presses.turnPage(press(JSON.stringify({ scope: 'home', page: 0 })))
    await presses.claim(press(values('open_claim')[0] ?? ''))
    expect(show()).toMatch(/Needs an answer \(8\).*Yours \(1\).*claimed by you/)
    await presses.release(press(values('open_done').at(-1) ?? ''))
    expect(show()).toContain('Needs an answer (9)')
    expect(show()).not.toContain('Yours')
  })

  it('says who was faster if the person presses a button too late, and shows the present state', async () => {
    const { home, presses, show, press, values, applyCardAction } = await world(3, { channels: ['C0'] })
    await home.show('U1')
    const [stale = ''] = values('open_claim')
    const { channel = '', ts = '', mention = '' } = readOpenValue(stale) ?? {}
    await applyCardAction({ message: { channel, ts }, mentions: [mention], user: 'U2', action: 'claim' })
    await presses.claim(press(stale))
    expect(show()).toMatch(
      /somebody was faster: Claimed by U2.*Nothing is open.*Colleagues are answering 1 mention/,
    )
    await presses.done(press(stale))
    await presses.claim(press(stale))
    expect(show()).not.toContain('somebody was faster')
  })

  it('shows the latest state in the end if it is opened many times and a button is pressed at once, and skips most updates between', async () => {
    const { home, presses, show, press, values, published, gate } = await world(3, { channels: ['C0'] })
    await home.show('U1')
    const [claim = ''] = values('open_claim')
    let release = () => {}
    gate.wait = new Promise((resolve) => {
      release = resolve
    })
    const openings = Array.from({ length: 20 }, () => home.show('U1'))
    const pressed = presses.claim(press(claim))
    release()
    await Promise.all([...openings, pressed])
    expect(show()).toContain('Yours (1)')
    expect(published.length).toBeLessThan(6)
  })
})
