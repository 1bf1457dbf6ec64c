import { describe, expect, it } from 'vitest'
import { createCards } from '../../src/cards/cards.ts'
import { defaultWeights } from '../../src/config/configuration-schema.ts'
import type { ShownMentions } from '../../src/model/card.ts'
import type { Content } from '../../src/model/message.ts'
import type { Updated } from '../../src/slack/posted-messages.ts'
import { memoryStore } from '../tools/memory-store.ts'
import { sampleMention } from '../tools/sample-mention.ts'

const postedAt = 1_795_176_000_000
const message = { channel: 'C1', ts: '1795176000.000100' }
const posted = { ...message, subscription: 'acme', alert: '7', actions: [] }
const kettles = sampleMention({ id: '1', title: 'Acme recalls kettles' })
const toasters = sampleMention({ id: '2', title: 'Acme praised for toasters' })
const shows: ShownMentions = { kind: 'card', mention: kettles, style: 'full' }
const both: ShownMentions = { kind: 'thread', mentions: [kettles, toasters], firstNumber: 1 }

/** Processes on one store and one Slack. `slack` is its answer to each drawing. Drawing a message in `fails` throws. */
function world() {
  const kept = new Map<string, string>()
  const drawn: Content[] = []
  const slack: { answer: Updated; fails: string[] } = { answer: { kind: 'updated' }, fails: [] }
  const clock = { at: postedAt + 60_000 }
  const open = () =>
    createCards({
      keptMs: 90 * 86_400_000,
      store: memoryStore(kept),
      messages: {
        async update({ ts }, content) {
          if (slack.fails.includes(ts)) throw new Error('cannot be drawn')
          drawn.push(content)
          return slack.answer
        },
        permalink: async () => undefined,
      },
      nameOf: async (user) => user,
      openForMs: 14 * 86_400_000,
      weights: defaultWeights,
      now: () => clock.at,
    })
  return { open, drawn, slack, clock }
}

const press = { message, mentions: ['1'] }

describe('pressing a button on a card', () => {
  it('redraws the card from its stored record, in any process; a second claim of the mention changes nothing', async () => {
    const { open, drawn } = world()
    await open().originalCards.keep({ ...posted, shows })
    const other = open()
    expect(await other.applyAction({ ...press, user: 'Ana', action: 'claim' })).toBe(1)
    expect(await open().applyAction({ ...press, user: 'Ben', action: 'claim' })).toBe(0)
    expect(drawn.at(-1)?.text).toContain('Acme recalls kettles')
    expect(drawn.at(-1)?.text).toContain('Claimed by Ana')
    expect(await open().actionsIn('C1')).toMatchObject([{ state: 'claimed', by: 'Ana' }])
  })

  it('changes several mentions of a message at once, and leaves out mentions that the message does not show', async () => {
    const { open, drawn } = world()
    await open().originalCards.keep({ ...posted, shows: both })
    await open().applyAction({ message, mentions: ['1', '2', '3'], user: 'Ana', action: 'claim' })
    expect(drawn).toHaveLength(1)
    expect(drawn[0]?.text.match(/Claimed by Ana/g)).toHaveLength(2)
    expect((await open().actionsIn('C1')).map(({ mention }) => mention)).toEqual(['1', '2'])
  })

  it('changes nothing if no record of the message is stored', async () => {
    const { open, drawn } = world()
    expect(await open().applyAction({ ...press, user: 'Ana', action: 'claim' })).toBeUndefined()
    expect(drawn).toEqual([])
    expect(await open().actionsIn('C1')).toEqual([])
  })

  it('stays if the process that posted the card was frozen and stores the card only afterwards', async () => {
    const { open } = world()
    const [frozen, next] = [open(), open()]
    const accepts = () => true
    const openIn = async (cards: typeof frozen) =>
      (await cards.open.best({ offset: 0, limit: 9, accepts })).rows.map(({ state }) => state?.by)
    expect(await openIn(frozen)).toEqual([])
    // The next leader has found the post and stored its card.
    await next.originalCards.keep({ ...posted, shows })
    await next.applyAction({ ...press, user: 'Ana', action: 'claim' })
    await next.applyAction({
      ...press,
      user: 'Ana',
      action: { kind: 'link', url: 'https://t.example/1', since: 0 },
    })
    await frozen.originalCards.keep({ ...posted, shows })
    for (const cards of [frozen, next, open()]) {
      expect(await cards.actionsIn('C1')).toMatchObject([{ state: 'claimed', by: 'Ana' }])
      expect(await cards.ticketsIn('C1')).toHaveLength(1)
      expect(await openIn(cards)).toEqual(['Ana'])
    }
  })

  it('lets another process redraw the card ten seconds later if Slack failed to update it', async () => {
    const { open, drawn, slack, clock } = world()
    await open().originalCards.keep({ ...posted, shows })
    slack.answer = { kind: 'failed', reason: 'timeout' }
    await open().applyAction({ ...press, user: 'Ana', action: 'claim' })
    slack.answer = { kind: 'updated' }
    drawn.length = 0
    await open().redrawOutdated()
    expect(drawn).toEqual([])
    clock.at += 10_000
    await open().redrawOutdated()
    await open().redrawOutdated()
    expect(drawn.map(({ text }) => text)).toEqual([expect.stringContaining('Claimed by Ana')])
  })

  it('redraws the other cards if the drawing of one card throws an error', async () => {
    const { open, drawn, slack, clock } = world()
    const later = { ...message, ts: '1795176001.000100' }
    const cards = open()
    slack.answer = { kind: 'failed', reason: 'timeout' }
    for (const place of [message, later]) {
      await cards.originalCards.keep({ ...posted, ...place, shows })
      await cards.applyAction({ ...press, message: place, user: 'Ana', action: 'claim' })
    }
    clock.at += 11_000
    drawn.length = 0
    slack.fails = [message.ts]
    slack.answer = { kind: 'updated' }
    await expect(cards.redrawOutdated()).rejects.toThrow('cannot be drawn')
    expect(drawn).toHaveLength(1)
  })
})

describe('linking a ticket to a mention', () => {
  const ticket = { kind: 'link' as const, url: 'https://tracker.example/12' }
  const linked = (drawn: Content[]) => drawn.at(-1)?.text.match(/Ticket: (.*)$/m)?.[1]

  it('shows the ticket on the card, drawn by any process, also after the mention is claimed, done and open again', async () => {
    const { open, drawn, clock } = world()
    await open().originalCards.keep({ ...posted, shows })
    const action = { ...ticket, since: clock.at }
    expect(await open().applyAction({ ...press, user: 'Ana', action })).toBe(1)
    expect(linked(drawn)).toBe(ticket.url)
    for (const next of ['claim', 'done', 'reopen', 'not-relevant', 'restore'] as const) {
      expect(await open().applyAction({ ...press, user: 'Ben', action: next })).toBe(1)
      expect(linked(drawn)).toBe(ticket.url)
    }
    expect((await open().find(message))?.tickets).toEqual([
      { mention: '1', url: ticket.url, user: 'Ana', by: 'Ana', at: clock.at },
    ])
  })

  it('lists the tickets of a channel with their alerts, for the digest', async () => {
    const { open, clock } = world()
    await open().originalCards.keep({ ...posted, shows })
    const action = { ...ticket, since: clock.at }
    await open().applyAction({ ...press, user: 'Ana', action })
    expect(await open().ticketsIn('C1')).toMatchObject([{ alert: '7', mention: '1', url: ticket.url }])
    expect(await open().ticketsIn('C2')).toEqual([])
  })

  it('changes nothing the second time, and removes the ticket if it is unlinked', async () => {
    const { open, drawn, clock } = world()
    await open().originalCards.keep({ ...posted, shows })
    const action = { ...ticket, since: clock.at }
    await open().applyAction({ ...press, user: 'Ana', action })
    expect(await open().applyAction({ ...press, user: 'Ana', action })).toBe(0)
    const unlink = { kind: 'unlink' as const, since: clock.at }
    expect(await open().applyAction({ ...press, user: 'Ben', action: unlink })).toBe(1)
    expect(linked(drawn)).toBeUndefined()
    expect(await open().applyAction({ ...press, user: 'Ben', action: unlink })).toBe(0)
  })

  it('replaces a ticket that the person saw or linked, but not one that somebody else linked since the form was opened', async () => {
    const { open, drawn, clock } = world()
    await open().originalCards.keep({ ...posted, shows })
    const opened = clock.at
    const link = async (user: string, url: string, since: number) => {
      clock.at += 1000
      return open().applyAction({ ...press, user, action: { kind: 'link', url, since } })
    }
    expect(await link('Ana', 'https://t.example/1', opened)).toBe(1)
    expect(await link('Ben', 'https://t.example/2', opened)).toBe(0)
    expect(await link('Ana', 'https://t.example/3', opened)).toBe(1)
    expect(linked(drawn)).toBe('https://t.example/3')
    expect(await link('Ben', 'https://t.example/4', clock.at)).toBe(1)
    expect(linked(drawn)).toBe('https://t.example/4')
    const unlink = { kind: 'unlink' as const, since: opened }
    expect(await open().applyAction({ ...press, user: 'Ana', action: unlink })).toBe(0)
  })

  it('links one ticket to several mentions of a message, and leaves out mentions that the message does not show', async () => {
    const { open, drawn, clock } = world()
    await open().originalCards.keep({ ...posted, shows: both })
    const action = { ...ticket, since: clock.at }
    expect(await open().applyAction({ message, mentions: ['1', '2', '3'], user: 'Ana', action })).toBe(2)
    expect(drawn).toHaveLength(1)
    expect(drawn[0]?.text.match(/Ticket: tracker\.example\/12/g)).toHaveLength(2)
    expect((await open().find(message))?.tickets?.map(({ mention }) => mention)).toEqual(['1', '2'])
  })
})

it('the card store lists the actions of people on a channel’s messages since a given time', async () => {
  const cards = world().open()
  for (const channel of ['C1', 'C10']) {
    await cards.originalCards.keep({ ...posted, channel, shows })
    await cards.applyAction({ ...press, message: { ...message, channel }, user: 'Ana', action: 'claim' })
  }
  expect(await cards.since('C1', postedAt)).toMatchObject([{ channel: 'C1', mention: '1', by: 'Ana' }])
  expect(await cards.since('C1', postedAt + 1)).toEqual([])
})
