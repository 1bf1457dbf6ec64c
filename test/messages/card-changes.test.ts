import { describe, expect, it } from 'vitest'
import { checkView } from '../../sandbox/slack/block-kit/blocks.ts'
import { burstThread } from '../../src/messages/burst.ts'
import { entriesModal, entryTitles, withEntryStates } from '../../src/messages/burst-entries.ts'
import { card, cardActions, cardWithoutMention } from '../../src/messages/card.ts'
import { duplicateSites, withNotifiedUsers } from '../../src/messages/card-additions.ts'
import { muteList, muteModal } from '../../src/messages/mutes.ts'
import { whyAnswer } from '../../src/messages/reasons.ts'
import { subscribeModal } from '../../src/messages/subscription-form.ts'
import { changeNotice, changeUndoneNotice } from '../../src/messages/subscription-notices.ts'
import type { Content, ModalContent } from '../../src/model/message.ts'
import { faultsOf } from '../tools/message-checks.ts'
import { sketch } from '../tools/message-sketch.ts'
import { naughtyStrings } from '../tools/naughty-strings.ts'
import { sampleMention } from '../tools/sample-mention.ts'

const at = Date.UTC(2026, 10, 20, 14, 5)
const place = { subscription: 'acme', alert: '7', style: 'full' as const }
const claimed = { kind: 'claimed' as const, by: 'Ana', at }
const done = { kind: 'done' as const, by: 'Ben · Claimed by X', at }

describe('a card whose mention is gone', () => {
  const shown = card(sampleMention(), place)
  const again = (content: Content, state: typeof claimed | typeof done) =>
    cardWithoutMention(content, state, cardActions({ id: '1' }, place, state))

  it('keeps what it showed, with its state in a line of its own', () => {
    const changed = again(shown, claimed)
    expect(changed.blocks.slice(0, 2)).toEqual(shown.blocks.slice(0, 2))
    expect(changed.text).toBe(`${shown.text}\nClaimed by Ana`)
    expect(JSON.stringify(changed.blocks)).toContain('mention_done')
    expect(faultsOf(changed)).toEqual([])
  })

  it('changes again without a trace of the state before', () => {
    const changed = again(again(shown, claimed), { ...done, by: 'Ben' })
    expect(changed.text).toBe(`${shown.text}\n✓ Done by Ben`)
    expect(JSON.stringify(changed.blocks)).not.toContain('by Ana')
    expect(JSON.stringify(changed.blocks)).not.toContain('mention_claim')
  })
})

describe('an entry of a burst', () => {
  const mentions = ['1', '2', '3'].map((id) =>
    sampleMention({ id, url: `https://a.example/${id}`, title: `Title ${id}` }),
  )
  const ids = mentions.map(({ id }) => id)
  const shown = burstThread({ subscription: 'acme', alert: '7', mentions, firstNumber: 4 })

  it('says in the text and in the blocks who takes care of it, and the others stay', () => {
    const changed = withEntryStates(shown, ids, new Map([['2', { state: claimed, mention: mentions[1] }]]))
    const isSecond = (line: string) => line.includes('https://a.example/2')
    const expected = sketch(shown)
      .split('\n')
      .map((line) => (isSecond(line) ? `${line} · Claimed by Ana` : line))
    expect(expected.filter(isSecond)).toHaveLength(2)
    expect(sketch(changed).split('\n')).toEqual(expected)
  })

  it('changes from state to state although its mention is gone', () => {
    const gone = (state: typeof claimed | typeof done) => new Map([['2', { state, mention: undefined }]])
    const once = withEntryStates(shown, ids, gone(claimed))
    const twice = withEntryStates(once, ids, gone({ ...done, by: 'Ben' }))
    expect(twice.text.split('\n')[1]).toBe(`${shown.text.split('\n')[1]} · ✓ Done by Ben`)
    expect(JSON.stringify(twice.blocks)).not.toContain('Claimed')
  })

  it('is told by its title', () =>
    expect(entryTitles(shown.blocks)).toEqual(['Title 1', 'Title 2', 'Title 3']))
})

describe('beside a card', () => {
  const shown = card(sampleMention(), place)
  it('other places are links that lead there, as many as are read', () => {
    const urls = Array.from({ length: 30 }, (_, index) => `https://p${index}.example/x`)
    const content = card(sampleMention(), place, { kind: 'open' }, duplicateSites(31, urls))
    expect(content.text).toContain('Also found 31 more times: https://p0.example/x, ')
    expect(content.blocks.at(-1)?.type).toBe('actions')
    expect(faultsOf(content)).toEqual([])
  })

  it('a call stands in the text and in the blocks', () => {
    const content = withNotifiedUsers(shown, { users: ['U1'], groups: ['S1'], here: true })
    expect(content.text.split('\n')[1]).toBe('<@U1> <!subteam^S1> <!here>')
    expect(JSON.stringify(content.blocks)).toContain('<@U1> <!subteam^S1> <!here>')
    expect(withNotifiedUsers(shown, { users: [], groups: [], here: false })).toBe(shown)
  })
})

describe('whatever people are called, Slack takes', () => {
  const modals = (name: string): ModalContent[] => [
    muteModal({ kind: 'author', title: name }),
    entriesModal([{ id: '1', title: name }]),
    subscribeModal({
      offered: [{ id: '7', name }],
      left: 1,
      chosen: { channel: 'C1' },
      timezone: 'Europe/Berlin',
      preview: name.slice(0, 100) || 'x',
    }),
    subscribeModal({ offered: [], chosen: { alert: name }, edits: name, timezone: 'UTC' }),
  ]
  const messages = (name: string): Content[] => [
    changeNotice({ by: name, did: `muted ${name}`, undo: '1' }),
    changeUndoneNotice({ by: name, what: name }),
    muteList([{ channel: 'C1', kind: 'author', name, by: 'U1', at }]),
    whyAnswer([
      {
        subscription: name || 'x',
        source: 'log',
        at,
        outcome: 'skipped',
        reason: 'mute.author',
        detail: name,
      },
    ]),
  ]
  it('each modal', () => {
    for (const name of naughtyStrings)
      for (const { title, blocks } of modals(name)) {
        const view = {
          type: 'modal',
          title: { type: 'plain_text', text: title },
          submit: { type: 'plain_text', text: 'Go' },
          blocks,
        }
        expect(checkView(view)).toEqual([])
      }
  })
  it('each line', () => {
    for (const name of naughtyStrings)
      for (const content of messages(name)) expect(faultsOf(content)).toEqual([])
  })
})
