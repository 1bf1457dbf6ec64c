import { expect, it } from 'vitest'
import type { Board } from '../../../src/features/room/board.ts'
import { canvasOf, literal } from '../../../src/features/room/canvas.ts'
import { entryFacts } from '../../../src/features/room/messages.ts'
import { naughtyStrings } from '../../tools/naughty-strings.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

const board = (title: string): Board => ({
  ...{
    alert: title,
    pace: '5 mentions in the last hour',
    facts: [],
    claimed: '0 of 5',
  },
  ...{ open: 1, isOver: false, card: 'https://acme.slack.example/archives/C1/p1' },
  urgent: [
    {
      ...{
        mention: sampleMention({ title, author: { ...sampleMention().author, name: title } }),
        state: undefined,
      },
      link: 'https://acme.slack.example/archives/C1/p2',
    },
  ],
})

it('a canvas has the numbers, and the most urgent mentions with links to their posts', () => {
  expect(canvasOf(board('Acme is down: since 14:02'))).toBe(`# Crisis room: Acme is down: since 14:02

**5 mentions in the last hour**

- **Claimed:** 0 of 5

## Most urgent, not done yet

1. 👎 [Acme is down: since 14:02](https://acme.slack.example/archives/C1/p2) · negative · Acme is down: since 14:02 · 48.2k reach · unclaimed

1 mention is not done yet.

[Original spike message](https://acme.slack.example/archives/C1/p1)

Overheard updates these numbers at most once a minute, until the room ends.`)
})

it('no text of strangers can format a canvas, call people or become a link', () => {
  const attacks = [
    '![](@U0000000ANA)',
    '<!channel> <@U1>',
    '[x](https://evil.example)',
    '**bold** `code` ~~no~~',
    '# title',
    '- item',
    '1. item',
    ':fire: https://evil.example evil.example',
    'a\n\n# b',
    '| a | b |',
    '> quote',
  ]
  for (const attack of attacks) {
    const text = literal(attack)
    expect(text).not.toMatch(/[\\`*_~#[\]<>|!@\n]/)
    expect(text).not.toMatch(/https?:\/\/|:fire:|evil\.example|^(-|\d+\.) /)
  }
})

it('a canvas has the same lines, whatever strangers write', () => {
  const shape = (text: string) =>
    text.split('\n').map((line) => line.replace(/^(#+|-|\d+\.|\*\*|\[)?.*$/u, '$1'))
  const wanted = shape(canvasOf(board('Acme')))
  for (const text of naughtyStrings) {
    const canvas = canvasOf(board(text))
    expect(shape(canvas)).toEqual(wanted)
    expect(canvas.match(/\]\(/g)).toHaveLength(2)
  }
})

it('an urgent mention in the room has no address of its own, even if its author is named like that', () => {
  const { author } = sampleMention()
  const mention = sampleMention({
    url: 'https://ex.com/1',
    author: { ...author, name: 'via https://ex.com/1' },
  })
  expect(entryFacts({ mention, state: undefined, link: '' })).toBe(
    'negative · via ex.com/1 · 48.2k reach · unclaimed',
  )
})
