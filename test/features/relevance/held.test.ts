import type { Mention } from '@overheard/mention-client/mention'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHeld } from '../../../src/features/relevance/held.ts'
import { type BroughtBack, type Held, heldKey, heldKind } from '../../../src/features/relevance/model.ts'
import type { PostedCard } from '../../../src/model/card.ts'
import { openCollection } from '../../../src/model/collection.ts'
import type { Content } from '../../../src/model/message.ts'
import type { RegisteredSubscription } from '../../../src/model/subscription.ts'
import { memoryStore } from '../../tools/memory-store.ts'
import { sampleMention } from '../../tools/sample-mention.ts'
import { subscriptionOf } from '../../tools/story-world.ts'

const now = Date.UTC(2026, 10, 20, 12)
const about = { text: 'Apple, the maker of computers', sites: [] }
const subscription = { ...subscriptionOf({ name: 'apple', alert: 'Apple', channel: 'C1' }), about }
const listed = { subscription } as unknown as RegisteredSubscription
const mentionOf = (id: string) => sampleMention({ id, title: `Number ${id}` })

let world = begin()
beforeEach(() => {
  world = begin()
})

/** The list and its buttons after the disk was wiped: there is no record of what was held back. */
function begin() {
  const held = openCollection(memoryStore(), heldKind)
  const reminders = new Map<string, BroughtBack>()
  const cards: PostedCard[] = []
  const answers: Content[] = []
  const learned: string[] = []
  const noise: string[] = []
  const presses = new Map<unknown, (action: never) => Promise<void>>()
  const found = { kind: 'found', alert: { id: '7', name: 'Apple' } }
  const feature = createHeld({
    now: () => now,
    filter: { verdictOf: () => undefined, labelsOf: () => ({ relevant: 0, noise: 0 }) },
    labels: {
      note: async (_subscription, _alert, { id }: Mention, isRelevant) =>
        void (isRelevant ? learned : noise).push(id),
    },
    ...{ held, layout: {} as never, menu: () => ({ choices: [], form: [] }) as never },
    reminders: {
      async change(key, next) {
        const changed = next(reminders.get(key))
        if (changed !== undefined) reminders.set(key, changed)
        return changed
      },
    },
    registry: { all: () => [listed], find: (name) => (name === 'apple' ? listed : undefined) },
    finder: { channelOf: async () => 'C1' } as never,
    access: { refusal: async () => undefined, readableSubscriptions: async () => [listed] } as never,
    alerts: { find: async () => found as never },
    service: {
      async *mentionsSince(_alert: string, since: string) {
        yield { mentions: [mentionOf(String(Number(since) + 1))] }
      },
    } as never,
    reply: (async (_to: unknown, content: Content) => void answers.push(content)) as never,
    postedSince: async function* () {
      yield* cards
    },
    keep: async () => undefined,
    tellPosted: async () => undefined,
  })
  feature.listen({ inMessage: (id, handle) => void presses.set(id, handle) })
  async function pressValue(button: string, value: string): Promise<Content | undefined> {
    await presses.get(button)?.({ user: 'U1', channel: 'C1', value } as never)
    return answers.at(-1)
  }
  return {
    ...{ held, reminders, cards, learned, noise, feature },
    press: (button: 'show' | 'bring_back' | 'dismiss', ...ids: string[]) =>
      pressValue(`relevance_${button}`, JSON.stringify(['apple', ...ids])),
    /** Undefined if the list has no such button. */
    async pressMore(list: Content | undefined): Promise<Content | undefined> {
      const [more] = buttonsOf(list).filter(({ text }) => text.text === 'More')
      return more && pressValue(more.action_id, more.value)
    },
    hold: (id: number | bigint, more: Partial<Held> = {}) =>
      held.put(heldKey('apple', String(id)), {
        ...{ subscription: 'apple', alert: '7', at: now + Number(id), state: 'held' },
        ...{ mention: mentionOf(String(id)), ...more },
      }),
  }
}

type PressedButton = { action_id: string; value: string; text: { text: string } }

const buttonsOf = (list: Content | undefined) =>
  (list?.blocks ?? []).flatMap((block) =>
    block.type === 'actions' ? (block as unknown as { elements: PressedButton[] }).elements : [],
  )

/** The ids of the mentions in a list, in its order. */
const idsIn = (list: Content | undefined) =>
  (list?.blocks ?? []).flatMap((block) => {
    const id = /Number (\d+)/.exec(JSON.stringify(block))?.[1]
    return block.type === 'rich_text' && id !== undefined ? [Number(id)] : []
  })

/** Each page of a list, by its ids. `between` is called before More is pressed. */
async function pagesFrom(first: Content | undefined, between: () => Promise<unknown> = async () => {}) {
  const pages: number[][] = []
  for (let page = first; page !== undefined && pages.length < 50; page = await world.pressMore(page)) {
    for (const { value } of buttonsOf(page)) expect(value.length).toBeLessThan(2000)
    pages.push(idsIn(page))
    await between()
  }
  return pages
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => count - at)

const cardOf = (id: string): PostedCard => ({
  ...{ channel: 'C1', ts: '1.0', subscription: 'apple', alert: '7', actions: [] },
  shows: { kind: 'card', mention: mentionOf(id), style: 'full' },
})

it('without their records, the mentions of a line of a day are read from the service, and each is queued once', async () => {
  const shown = await world.press('show', '11', '12')
  expect(shown?.text).toContain('2 mentions held back')
  expect(shown?.text).toMatch(/Number 11.*Number 12/s)
  expect((await world.press('bring_back', '12'))?.text).toContain('posts this mention in a moment')
  expect((await world.press('bring_back', '12'))?.text).toContain('was brought back before')
  expect([...world.reminders.keys()]).toEqual(['brought-back apple 12'])
  expect(world.learned).toEqual(['12'])
  expect((await world.press('show', '11', '12'))?.text).toMatch(/^1 mention held back(?!.*Number 12)/s)
})

it('the whole channel is searched for the card of a mention without a record, before it is posted', async () => {
  await world.press('bring_back', '12')
  expect(world.reminders.get('brought-back apple 12')?.pending).toEqual({
    by: 'lost record',
    at: now,
    channel: 'C1',
  })
  await world.held.put(heldKey('apple', '13'), {
    ...{ subscription: 'apple', alert: '7', at: now, state: 'held', mention: mentionOf('13') },
  })
  await world.press('bring_back', '13')
  expect(world.reminders.get('brought-back apple 13')?.pending).toBeUndefined()
})

it('a mention that was decided on again and posted is not listed and not posted a second time', async () => {
  world.cards.push(cardOf('12'))
  expect((await world.press('show', '11', '12'))?.text).toMatch(/^1 mention held back(?!.*Number 12)/s)
  expect((await world.press('bring_back', '12'))?.text).toContain('in the channel already')
  expect(world.reminders.size).toBe(0)
})

it('the card has the id of its mention, and no watermark', async () => {
  await world.press('bring_back', '12')
  const reminder = world.reminders.get('brought-back apple 12') as BroughtBack
  expect(await world.feature.cards.due(reminder)).toMatchObject({
    receipt: { subscription: 'apple', alert: '7', through: '0', ids: ['12'], late: true },
  })
})

describe('a list with more mentions than a page', () => {
  it('has a button for the next page, until each mention was shown once', async () => {
    for (const id of upTo(30)) await world.hold(id)
    const pages = await pagesFrom(await world.press('show'))
    expect(pages.flat()).toEqual(upTo(30))
    expect(pages.map(({ length }) => length)).toEqual([8, 8, 8, 6])
  })

  it('begins with the mentions of the line in which somebody pressed', async () => {
    for (const id of upTo(20)) await world.hold(id)
    const first = await world.press('show', '3', '5', '4')
    expect(first?.text).toMatch(/^20 mentions held back .*those of this line first:/)
    expect((await pagesFrom(first)).flat()).toEqual([5, 4, 3, ...upTo(20).filter((id) => id < 3 || id > 5)])
  })

  it('shows each mention of a line that has more of them than a button can name', async () => {
    const ids = upTo(120).map((id) => BigInt(id) + 10n ** 19n)
    for (const id of ids) await world.hold(id, { at: now })
    const named = ids.slice(0, 80).map(String)
    const shown = new Set<string>()
    for (let page = await world.press('show', ...named); page; page = await world.pressMore(page)) {
      for (const { value } of buttonsOf(page)) expect(value.length).toBeLessThan(2000)
      for (const [id] of JSON.stringify(page.blocks).matchAll(/(?<=Number )\d+/g)) shown.add(id)
    }
    expect(shown.size).toBe(120)
  })

  it('leaves out no mention when those before it are posted, dismissed or forgotten meanwhile', async () => {
    for (const id of upTo(30)) await world.hold(id, { at: now })
    let id = 31
    const pages = await pagesFrom(await world.press('show', '2', '1'), async () => {
      await world.press('bring_back', String(--id))
      await world.press('dismiss', String(--id))
      await world.held.change(heldKey('apple', String(--id)), () => undefined)
    })
    expect(pages.flat()).toEqual(expect.arrayContaining(upTo(21)))
    expect(new Set(pages.flat()).size).toBe(pages.flat().length)
  })

  it('says which of the mentions are shown', async () => {
    for (const id of upTo(12)) await world.hold(id)
    const first = await world.press('show')
    expect(first?.text).toContain('Shown here: 1 to 8.')
    expect((await world.pressMore(first))?.text).toContain('Shown here: 9 to 12.')
    for (const id of [10, 11, 12]) await world.press('dismiss', String(id))
    const last = await world.pressMore(await world.press('show'))
    expect(last?.text).toMatch(/Number 1 .*Shown here: number 9\./s)
  })

  it('reads on in the service if the records are lost', async () => {
    const ids = upTo(20).map((id) => String(100 + id))
    const pages = await pagesFrom(await world.press('show', ...ids))
    expect(pages.flat()).toEqual(ids.map(Number))
  })
})

describe('a mention that somebody says is not about us', () => {
  it('is noise to learn from, and is on no list any more', async () => {
    for (const id of [1, 2]) await world.hold(id)
    expect((await world.press('dismiss', '2'))?.text).toContain('off the list')
    expect(idsIn(await world.press('show', '1', '2'))).toEqual([1])
    expect(world.noise).toEqual(['2'])
    expect(await world.feature.explains('7', '2', 'apple')).toEqual([
      'Somebody took it off the list of /mentions held, because it is not about you.',
    ])
  })

  it('can still be posted, which people do after a wrong press', async () => {
    await world.hold(2)
    await world.press('dismiss', '2')
    expect((await world.press('bring_back', '2'))?.text).toContain('posts this mention in a moment')
    expect(world.learned).toEqual(['2'])
  })

  it('stays away also if its record was lost', async () => {
    await world.press('dismiss', '12')
    expect(idsIn(await world.press('show', '11', '12'))).toEqual([11])
    expect(world.noise).toEqual(['12'])
  })

  it('is no noise if somebody has posted it before', async () => {
    await world.hold(2)
    await world.press('bring_back', '2')
    expect((await world.press('dismiss', '2'))?.text).toContain('was brought back before')
    world.cards.push(cardOf('12'))
    expect((await world.press('dismiss', '12'))?.text).toContain('in the channel already')
    expect(world.noise).toEqual([])
  })
})
