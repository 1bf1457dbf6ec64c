import type { Mention } from '@overheard/mention-client/mention'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkBlocks, checkView } from '../../../packages/slack-on-your-desk/src/index.ts'
import { worthReasons } from '../../../src/cards/worth.ts'
import { type OpenPage, openList, readPageValue } from '../../../src/features/open-list/messages.ts'
import { readOpenValue } from '../../../src/messages/mention/open-target.ts'
import type { OpenLine } from '../../../src/messages/open-line.ts'
import { arbitraryMention } from '../../tools/arbitrary-mention.ts'
import { faultsOfForeign } from '../../tools/message-checks.ts'
import { sketch, withPlainSpaces } from '../../tools/message-sketch.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

const now = Date.UTC(2026, 10, 20, 17, 2)

function line(mention: Mention, changes: Partial<OpenLine> = {}): OpenLine {
  const where = { channel: 'C1', ts: '1795176000.000100', alert: '7' }
  const permalink = 'https://acme.slack.example/archives/C1/p1795176000000100'
  return { ...where, mention, reasons: worthReasons(mention, now), permalink, ...changes }
}

const page = (lines: OpenLine[], changes: Partial<OpenPage> = {}): OpenPage => ({
  ...{ lines, total: lines.length, page: 0, perPage: 10, scope: 'channel', now, viewer: 'U0' },
  ...changes,
})

describe('the message with open mentions', () => {
  it('names the reason and the responsible person of each mention', () => {
    const holder = { user: 'U1', by: 'Ana Lima', state: 'claimed' as const }
    const asking = sampleMention({ id: '2', title: 'Is Acme down?', sentiment: 'neutral', reach: 41_000 })
    expect(
      withPlainSpaces(sketch(openList(page([line(sampleMention()), line(asking, { holder })])))),
    ).toMatchSnapshot()
  })

  it('names the channel of each mention if the mentions are from several channels', () => {
    const blocks = JSON.stringify(openList(page([line(sampleMention())], { scope: 'home' })).blocks)
    expect(blocks).toContain('"channel_id":"C1"')
    expect(blocks).toContain('1 open mention in your channels')
  })

  it('says what the reader has, from whom, and by when', () => {
    const claimed = { user: 'U0', by: 'Ana Lima', state: 'claimed' as const }
    const given = { id: 'a', from: 'U2', fromName: 'Ben Okafor' }
    const due = (ms: number) => ({
      ...claimed,
      state: 'assigned' as const,
      assigned: { ...given, due: now + ms },
    })
    const holders = [claimed, due(90 * 60_000), due(-3 * 3_600_000), { ...claimed, user: 'U2' }]
    const { text, blocks } = openList(page(holders.map((holder) => line(sampleMention(), { holder }))))
    const facts = withPlainSpaces(text).split('\n').slice(1)
    expect(facts.map((one) => one.replace(/^.*?(Overdue by .*? · )?negative.* old/, '$1'))).toEqual([
      ' · claimed by you',
      ' · assigned to you by Ben Okafor · due in 1 hr',
      'Overdue by 3 hr ·  · assigned to you by Ben Okafor',
      ' · claimed by Ana Lima',
    ])
    expect(JSON.stringify(blocks).match(/"release:/g)).toHaveLength(3)
  })

  it('says in one sentence that there are no open mentions', () => {
    expect(openList(page([])).text).toBe('Nothing is open in this channel.')
    expect(openList(page([], { scope: 'mine' })).text).toBe('Nothing is open with you.')
  })

  it('has buttons to the next and the previous page', () => {
    const ten = Array.from({ length: 10 }, (_, index) => line(sampleMention({ id: String(index + 1) })))
    const values = (view: OpenPage) =>
      (
        JSON.stringify(openList(view).blocks).match(/"open_page_(?:back|on)","value":"((?:\\.|[^"\\])*)"/g) ??
        []
      ).map((found) => readPageValue(JSON.parse(`"${found.split('"value":"')[1] ?? ''}`))?.page)
    expect(values(page(ten, { total: 25 }))).toEqual([1])
    expect(values(page(ten, { total: 25, page: 1 }))).toEqual([0, 2])
    expect(values(page(ten.slice(0, 5), { total: 25, page: 2 }))).toEqual([1])
  })

  it('is valid and contains no active markup for any mentions, in an answer and on the home tab', () => {
    fc.assert(
      fc.property(fc.array(arbitraryMention, { minLength: 1, maxLength: 10 }), (mentions) => {
        const different = mentions.map((mention, index) => line({ ...mention, id: String(index + 1) }))
        const onHome = openList(page(different, { scope: 'home', total: 30, page: 1 }))
        expect(checkView({ type: 'home', blocks: onHome.blocks })).toEqual([])
        const answer = openList(page(different, { total: 30, page: 1 }))
        expect(checkBlocks(answer.blocks, 'message')).toEqual([])
        expect(faultsOfForeign(answer)).toEqual([])
      }),
    )
  })

  it('has one button and a menu for each mention, and the greatest values fit an option', () => {
    const greatest = { channel: 'C0123456789', ts: '999999999999.999999999', alert: '9'.repeat(20) }
    const holder = { user: 'U1', by: 'Ana Lima', state: 'claimed' as const }
    const first = line(sampleMention({ id: '9'.repeat(20) }), greatest)
    const { blocks } = openList(page([first, { ...first, holder }], { page: 999_999, total: 1e7 }))
    const [free, held] = JSON.parse(JSON.stringify(blocks)).filter(
      ({ elements }: { elements?: { type: string }[] }) => elements?.some(({ type }) => type === 'overflow'),
    )
    const labelsOf = ([button, menu]: {
      text: { text: string }
      options: { text: { text: string } }[]
    }[]) => [button?.text.text, ...(menu?.options.map(({ text }) => text.text) ?? [])]
    expect(labelsOf(free.elements)).toEqual(['Claim', 'Done', 'Snooze…', 'Show in channel'])
    expect(labelsOf(held.elements)).toEqual(['Done', 'Snooze…', 'Show in channel'])
    expect(checkBlocks(blocks, 'message')).toEqual([])
    const [, value = ''] = free.elements[1].options[0].value.split(/:(.*)/)
    expect(readOpenValue(value)).toEqual({
      ...greatest,
      scope: 'channel',
      page: 999_999,
      mention: '9'.repeat(20),
    })
  })

  it('reads the values of reminders of earlier versions', () => {
    const target = {
      channel: 'C1',
      ts: '1795176000.000100',
      alert: '7',
      scope: 'mine',
      page: 0,
      mention: '3',
    }
    expect(readOpenValue(JSON.stringify(target))).toEqual(target)
  })

  it('accepts only the values of its own buttons', () => {
    const [scope, rest] = ['channel', '0 C1 1795176000.000100 7 3']
    expect(readOpenValue(`${scope} ${rest}`)).toBeDefined()
    for (const value of [`all ${rest}`, `${scope} ${rest} 4`, `${scope}  C1 1795176000.000100 7 3`])
      expect(readOpenValue(value)).toBeUndefined()
    for (const value of ['', 'null', '[]', '{"scope":"all","page":0}', '{"scope":"mine","page":-1}', '{'])
      expect([readPageValue(value), readOpenValue(value)]).toEqual([undefined, undefined])
  })
})
