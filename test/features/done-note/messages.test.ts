import { describe, expect, it } from 'vitest'
import { notesSection } from '../../../src/features/done-note/messages.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

const mention = sampleMention({ id: '1', title: 'Acme lost my order' })

describe('the notes in a digest', () => {
  it('are not there if nobody wrote one', () => {
    expect(notesSection([])).toEqual({ text: [], blocks: [] })
  })
  it('are at most five, each on one line and cut, and their number is named', () => {
    const closed = Array.from({ length: 7 }, (_, index) => ({
      mention,
      by: 'Ana Lima',
      note: index === 0 ? `Refunded\n\n${'x'.repeat(400)}` : `Note ${index}`,
    }))
    const { text } = notesSection(closed)
    expect(text).toHaveLength(6)
    expect(text[0]).toBe('Done with a note (5 of 7):')
    expect(text[1]).toMatch(/Acme lost my order.* · Ana Lima: .*Refunded x{100,}…/)
    expect(text[1]?.length).toBeLessThan(320)
    expect(text.join('')).not.toMatch(/\n/)
  })
  it('cannot call anybody or format anything', () => {
    const { blocks } = notesSection([
      { mention, by: '<!here>', note: '<!channel> *bold* <https://x.example|y>' },
    ])
    expect(JSON.stringify(blocks)).not.toMatch(/"mrkdwn"|"broadcast"|"link"|"user"/)
  })
})
