import strings from 'big-list-of-naughty-strings/blns.json' with { type: 'json' }
import { expect, it } from 'vitest'
import { fallbacksOf } from '../../src/messages/kit/fallbacks.ts'
import type { CardPlace } from '../../src/messages/mention/card.ts'
import { readLineTemplate } from '../../src/messages/mention/line-template.ts'
import { cardFields } from '../../src/model/subscription.ts'
import { messageKinds, viewKinds } from '../tools/all-message-kinds.ts'
import { faultsOf, faultsOfForeign, faultsOfModal } from '../tools/message-checks.ts'
import { sampleMention } from '../tools/sample-mention.ts'
import { card } from '../tools/sample-menu.ts'

type Where = Omit<CardPlace, 'menu'>

/** The "big list of naughty strings": text that has broken other programs. Each is in turn what a stranger wrote. */

const place = { subscription: 'acme', alert: '1001', style: 'full' as const }

/** All fields, and all placeholders of a line, with the string in the line if a line may have it. */
function layoutsWith(text: string): Where[] {
  const all = cardFields.map((field) => `{${field}}`).join(' ')
  const lines = [`{title} ${all}`, `${text}{title}${text} {author}`]
  return [
    { style: 'full', show: [...cardFields], alertName: text },
    ...lines
      .filter((line) => 'template' in readLineTemplate(line))
      .map((line) => ({ style: 'compact' as const, line, alertName: text })),
  ]
}

it('the list has more than 400 strings', () => {
  expect(strings.length).toBeGreaterThan(400)
})

it('a card with any of the strings as title, author, snippet or source is within all limits of Slack, and nothing in it is active markup', () => {
  for (const text of strings) {
    const author = { name: text, audience: 120, url: text }
    const mentions = [
      sampleMention({ title: text }),
      sampleMention({ author }),
      sampleMention({ snippet: text, highlights: [{ text: text.slice(0, 3), start: 0, end: 3 }] }),
      sampleMention({ source: text, tags: [text], url: text }),
      sampleMention({ title: text, author, snippet: text, url: text }),
    ]
    for (const mention of mentions)
      for (const where of [place, ...layoutsWith(text)])
        for (const content of [card(mention, where), ...fallbacksOf(card(mention, where))])
          expect({ text, faults: faultsOfForeign(content) }).toEqual({ text, faults: [] })
  }
})

it('every kind of message, modal and home tab is so with every ninth string as the name of an alert, of a person and in a mention', () => {
  for (const text of strings.filter((_, index) => index % 9 === 0)) {
    const mention = sampleMention({ title: text, snippet: text })
    const names = { alert: text, person: text, mention, several: [mention], typed: () => text }
    for (const { kind, content } of messageKinds(names))
      expect({ text, kind, faults: faultsOf(content) }).toEqual({ text, kind, faults: [] })
    for (const { kind, view } of viewKinds(names)) {
      const surface = view.title === undefined ? 'home' : 'modal'
      expect({ text, kind, faults: faultsOfModal(view.blocks, surface) }).toEqual({ text, kind, faults: [] })
    }
  }
})
