import { describe, expect, it } from 'vitest'
import { checkView } from '../../packages/slack-on-your-desk/src/index.ts'
import { duplicateSites } from '../../src/cards/posted-cards.ts'
import { entriesModal } from '../../src/listeners/texts/burst-entries.ts'
import { muteList } from '../../src/listeners/texts/mutes.ts'
import { summarizeBurst } from '../../src/messages/mention/burst.ts'
import { withNotifiedUsers } from '../../src/messages/mention/card-additions.ts'
import { emptyMenu, severalChoices } from '../../src/messages/mention/card-menu.ts'
import { muteLabel } from '../../src/messages/mute-words.ts'
import { whyAnswer } from '../../src/messages/reasons.ts'
import { type ShownMentions, shownMentionsSchema } from '../../src/model/card.ts'
import type { Content, ModalContent } from '../../src/model/message.ts'
import { changeNotice, changeUndoneNotice } from '../../src/subscriptions/change-texts.ts'
import { faultsOf } from '../tools/message-checks.ts'
import { naughtyStrings } from '../tools/naughty-strings.ts'
import { sampleMention } from '../tools/sample-mention.ts'
import { card, drawMentions } from '../tools/sample-menu.ts'

const at = Date.UTC(2026, 10, 20, 14, 5)
const place = { subscription: 'acme', alert: '7', style: 'full' as const }
const claimed = { kind: 'claimed' as const, by: 'Ana', at }
const done = { kind: 'done' as const, by: 'Ben · Claimed by X', at }

describe('a redrawn message', () => {
  const mentions = ['1', '2', '3'].map((id) =>
    sampleMention({ id, url: `https://a.example/${id}`, title: `Title ${id}`, sentiment: 'negative' }),
  )
  const [first, second] = mentions
  if (first === undefined || second === undefined) throw new Error('there are three')
  const notify = { users: ['U1'], groups: [], here: false }
  const shows: ShownMentions[] = [
    { kind: 'card', mention: second, style: 'full', notify },
    { kind: 'thread', mentions, firstNumber: 4 },
    { ...summarizeBurst({ alertName: 'Acme', mentions, top: [first, second] }), notify },
  ]

  it.each(shows.map((one) => [one.kind, one] as const))(
    'is the same as before if only a mention of another message was claimed (kind of message: %s)',
    (_kind, one) => {
      expect(drawMentions(one, { states: new Map([['9', claimed]]) })).toEqual(drawMentions(one))
    },
  )

  it.each(shows.map((one) => [one.kind, one] as const))(
    'is valid and says “Done by” in its text and its blocks, whatever the name of the person is (kind of message: %s)',
    (_kind, one) => {
      for (const name of ['Ana', ...naughtyStrings]) {
        // A notification is a ping that we make on purpose.
        const quiet = { ...one, notify: { users: [], groups: [], here: false } }
        const drawn = drawMentions(quiet, { states: new Map([['2', { ...done, by: name }]]) })
        expect(faultsOf(drawn)).toEqual([])
        expect(drawn.text).toContain('✓ Done by')
        expect(JSON.stringify(drawn.blocks)).toContain('✓ Done by')
      }
    },
  )

  it('does not say “Claimed by” of a mention that is done', () => {
    for (const one of shows) {
      const drawn = drawMentions(one, { states: new Map([['2', { ...done, by: 'Ben' }]]) })
      expect(JSON.stringify(drawn)).not.toContain('Claimed by')
    }
  })

  it('is drawn from a record that stays the same when the record is stored and loaded', () => {
    for (const one of shows) expect(shownMentionsSchema.parse(JSON.parse(JSON.stringify(one)))).toEqual(one)
  })
})

describe('the extra lines of a card', () => {
  const shown = card(sampleMention(), place)
  it('list the other sites of duplicates, and leave the card within the limits of Slack even with 30 sites', () => {
    const urls = Array.from({ length: 30 }, (_, index) => `https://p${index}.example/x`)
    const content = card(sampleMention(), place, { kind: 'open' }, duplicateSites(31, urls))
    expect(content.text).toContain('Also found 31 more times: https://p0.example/x, ')
    expect(content.blocks.at(-1)?.type).toBe('actions')
    expect(faultsOf(content)).toEqual([])
  })

  it('notify the given users and groups both in the text and in the blocks of the card', () => {
    const content = withNotifiedUsers(shown, { users: ['U1'], groups: ['S1'], here: true })
    expect(content.text.split('\n')[1]).toBe('<@U1> <!subteam^S1> <!here>')
    expect(JSON.stringify(content.blocks)).toContain('<@U1> <!subteam^S1> <!here>')
    expect(withNotifiedUsers(shown, { users: [], groups: [], here: false })).toBe(shown)
  })
})

describe('any name of a person or an alert', () => {
  const modals = (name: string): ModalContent[] => [
    entriesModal([{ id: '1', title: name }], severalChoices(undefined, emptyMenu)),
  ]
  const messages = (name: string): Content[] => [
    changeNotice({ by: name, did: [`muted ${name}`], undo: '1' }),
    changeNotice({ by: name, did: [`paused ${name} until `, { at, as: 'date' }], undo: '1' }),
    changeUndoneNotice({
      by: name,
      what: name,
      now: `The ${muteLabel({ kind: 'author', name })} is no longer muted.`,
    }),
    muteList([{ channel: 'C1', kind: 'author', name, by: 'U1', byName: name, at }]),
    whyAnswer([
      {
        subscription: name || 'x',
        alert: name || 'x',
        words: [name],
        source: 'log',
        at,
        outcome: 'skipped',
        reason: 'mute.author',
        detail: name,
      },
    ]),
  ]
  it('leaves the modals to mute, to choose mentions and to subscribe valid for Slack', () => {
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
  it('leaves the messages about changes, mutes and decisions valid for Slack', () => {
    for (const name of naughtyStrings)
      for (const content of messages(name)) expect(faultsOf(content)).toEqual([])
  })
})
