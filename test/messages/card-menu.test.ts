import { describe, expect, it } from 'vitest'
import { requireRoomInMenu } from '../../src/kernel/running.ts'
import { readChoiceValue } from '../../src/listeners/texts/more-form.ts'
import { summarizeBurst } from '../../src/messages/mention/burst.ts'
import {
  type CardMenu,
  choiceValue,
  emptyMenu,
  menuChoices,
  severalChoices,
} from '../../src/messages/mention/card-menu.ts'
import type { CardState } from '../../src/messages/mention/mention-parts.ts'
import type { ShownMentions } from '../../src/model/card.ts'
import { type OfferedAction, offeredActions } from '../../src/model/subscription.ts'
import { faultsOf, linksIn } from '../tools/message-checks.ts'
import { sketch } from '../tools/message-sketch.ts'
import { sampleMention } from '../tools/sample-mention.ts'
import { drawMentions, sampleMenu } from '../tools/sample-menu.ts'

const at = Date.UTC(2026, 10, 20, 14, 5)
const ticket = 'https://github.com/acme/app/issues/12'
const mention = sampleMention({ id: '1' })
const other = sampleMention({ id: '2', url: 'https://news.example/2' })
const kinds: ShownMentions[] = [
  { kind: 'card', mention, style: 'full' },
  { kind: 'card', mention, style: 'compact' },
  { kind: 'thread', mentions: [mention, other], firstNumber: 4 },
  summarizeBurst({ alertName: 'Acme', mentions: [mention, other], top: [mention, other] }),
]
const states = [
  { kind: 'open' },
  { kind: 'claimed', by: 'Ana', at },
  { kind: 'done', by: 'Ana', at },
  { kind: 'not-relevant', by: 'Ana', at },
] as const

describe('the ticket of a mention', () => {
  it.each(kinds.map((shows, index) => [index, shows] as const))(
    'is a link in the blocks and is in the text, in each state of the mention (kind of message: %s)',
    (_index, shows) => {
      for (const state of states) {
        const drawn = drawMentions(shows, { states: new Map([['1', { ...state, ticket }]]) })
        expect(faultsOf(drawn)).toEqual([])
        expect(linksIn(drawn.blocks).filter((url) => url === ticket)).toHaveLength(1)
        expect(JSON.stringify(drawn.blocks)).toContain('github.com/acme/app/issues/12')
        expect(drawn.text.match(/Ticket: (https:\/\/)?github\.com\/acme\/app\/issues\/12$/gm)).toHaveLength(1)
      }
    },
  )
})

const [card, , ...lists] = kinds
if (card === undefined) throw new Error('there are four')

function buttonsOf(
  shows: ShownMentions,
  offers: OfferedAction[] | undefined,
  kind: CardState['kind'],
): string {
  const state = states.find((one) => one.kind === kind) ?? { kind: 'open' }
  const drawn = drawMentions(offers === undefined ? shows : { ...shows, offers }, {
    states: new Map([['1', state]]),
  })
  expect(faultsOf(drawn)).toEqual([])
  const row = sketch(drawn)
    .split('\n')
    .find((line) => line.startsWith('actions'))
  return row?.replace(/^actions\s+/, '') ?? ''
}

describe('the buttons of a card', () => {
  it('are all buttons if the subscription does not list actions', () =>
    expect(buttonsOf(card, undefined, 'open')).toBe(buttonsOf(card, [...offeredActions], 'open')))

  it('are the same whatever the order of the listed actions is', () =>
    expect(buttonsOf(card, ['why', 'mute', 'claim'], 'open')).toBe(
      buttonsOf(card, ['claim', 'mute', 'why'], 'open'),
    ))

  it.each([
    [[...offeredActions], 'open', '[Claim] [⋯ Assign to… / Snooze… / Not relevant / Mute… / More…]'],
    [[...offeredActions], 'done', '[Reopen] [⋯ Mute… / More…]'],
    [[], 'open', ''],
    [[], 'claimed', ''],
    [[], 'done', ''],
    [[], 'not-relevant', ''],
    [['claim', 'done'], 'claimed', '[Done] [Release]'],
    [['claim', 'done'], 'done', '[Reopen]'],
    [['done'], 'open', '[Done]'],
    [['done'], 'claimed', '[Done]'],
    [['claim'], 'done', ''],
    [['not-relevant'], 'not-relevant', '[Undo]'],
    [['claim', 'snooze'], 'open', '[Claim] [Snooze…]'],
    [['assign', 'snooze'], 'open', '[⋯ Assign to… / Snooze…]'],
    [['ticket'], 'open', '[Link ticket…]'],
    [['why'], 'done', '[Why was this posted?]'],
    [['links'], 'open', '[More…]'],
    [['claim', 'mute', 'ticket', 'why'], 'open', '[Claim] [⋯ Mute… / More…]'],
    [['claim', 'mute', 'why'], 'open', '[Claim] [⋯ Mute… / Why was this posted?]'],
  ] as [OfferedAction[], CardState['kind'], string][])(
    'follow from the listed actions %j and the state of the mention (%s): %s',
    (offers, state, expected) => {
      expect(buttonsOf(card, offers, state)).toBe(expected)
    },
  )
})

describe('the buttons of a burst', () => {
  it('are absent if the subscription lists no action of its form', () => {
    for (const shows of lists) {
      expect(buttonsOf(shows, [], 'open')).toBe('')
      expect(buttonsOf(shows, ['assign', 'snooze', 'links'], 'open')).toBe('')
      expect(buttonsOf(shows, ['done'], 'open')).toBe('[Update several…]')
    }
  })

  it('claim all negative mentions only if the subscription lists the action claim', () => {
    const [, burst = card] = lists
    expect(buttonsOf(burst, ['claim'], 'open')).toBe('[Claim both negative] [Update several…]')
    expect(buttonsOf(burst, ['why'], 'open')).toBe('[Update several…]')
  })
})

const labels = (
  menu: CardMenu,
  offers: readonly OfferedAction[] = offeredActions,
  state: CardState['kind'] = 'open',
) => menuChoices(state, offers, menu).map(({ label }) => label)

describe('the menu of a card', () => {
  const added: CardMenu = {
    ...emptyMenu,
    choices: [{ choice: 'later', label: 'Later…', offer: 'done' }],
    several: [{ choice: 'count', label: 'Count', offers: ['done'] }],
  }

  it('has the choice of a feature at the place of the action that offers it', () => {
    expect(labels(added, ['done', 'snooze'])).toEqual(['Later…', 'Snooze…'])
    expect(labels(added, ['snooze'])).toEqual(['Snooze…'])
  })

  it('has a choice for a mention that is done only if the feature says so', () => {
    expect(labels(added, ['done'], 'done')).toEqual([])
    const always = { ...added, choices: added.choices.map((one) => ({ ...one, whenDone: true as const })) }
    expect(labels(always, ['done'], 'done')).toEqual(['Later…'])
  })

  it('has More… only if a present feature adds to its form, whatever is stored with the card', () => {
    expect(labels(sampleMenu, ['links', 'ticket'])).toEqual(['More…'])
    expect(labels(emptyMenu, ['links', 'ticket'])).toEqual([])
  })

  it('cannot have more choices than Slack allows', () => {
    requireRoomInMenu(sampleMenu)
    expect(() =>
      requireRoomInMenu({ ...sampleMenu, choices: [...sampleMenu.choices, ...added.choices] }),
    ).toThrow('6 choices')
  })

  it('offers the choices of features for several mentions, too', () => {
    expect(severalChoices(['done'], added).map(({ choice }) => choice)).toEqual([
      'done',
      'open-again',
      'count',
    ])
    expect(severalChoices(['ticket'], emptyMenu)).toEqual([])
  })

  it('has values that are read back as they were written, also those of features that are gone', () => {
    for (const choice of ['assign', 'not-relevant', 'gone-feature'])
      expect(readChoiceValue(choiceValue(choice, '123'))).toEqual({ choice, mention: '123' })
  })
})
