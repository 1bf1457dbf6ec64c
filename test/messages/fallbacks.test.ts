import { describe, expect, it } from 'vitest'
import { fallbacksOf } from '../../src/messages/kit/fallbacks.ts'
import type { Block } from '../../src/model/message.ts'
import { sketches } from '../tools/message-sketch.ts'
import { sampleMention } from '../tools/sample-mention.ts'
import { card } from '../tools/sample-menu.ts'

const words = { type: 'plain_text', text: 'words' }
const section: Block = { type: 'section', text: words }
const typesOf = (blocks: Block[]) => blocks.map(({ type }) => type).join(' ')

describe('the fallbacks of a message that Slack refuses', () => {
  it('end with the bare address of the mention if the message is a card', () => {
    const mention = sampleMention()
    const made = card(mention, { style: 'full' })
    expect(sketches([...fallbacksOf(made, mention.url)])).toMatchSnapshot()
  })

  it('drop the newest block types first, then all blocks', () => {
    const blocks = [section, { type: 'data_visualization' }]
    expect([...fallbacksOf({ text: 'all', blocks })].map((form) => typesOf(form.blocks))).toEqual([
      'section data_visualization',
      'section',
      '',
    ])
  })

  it('contain each form only once', () => {
    expect([...fallbacksOf({ text: 'all', blocks: [section] })]).toHaveLength(2)
    expect([...fallbacksOf({ text: 'all', blocks: [] })]).toHaveLength(1)
    expect([...fallbacksOf({ text: 'https://a.b/', blocks: [] }, 'https://a.b/')]).toHaveLength(1)
  })

  it('keep the block id of the first block, which marks the message as a receipt', () => {
    const rich = {
      type: 'rich_text',
      block_id: 'mark',
      elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'x' }] }],
    }
    expect([...fallbacksOf({ text: 'all', blocks: [rich] })][1]?.blocks).toEqual([
      { type: 'section', block_id: 'mark', text: { type: 'plain_text', text: 'x', emoji: false } },
    ])
  })

  it('split rich text that is too long for one section', () => {
    const text = 'word '.repeat(1000)
    const rich = {
      type: 'rich_text',
      elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }],
    }
    expect(typesOf([...fallbacksOf({ text: 'all', blocks: [rich] })][1]?.blocks ?? [])).toBe(
      'section section',
    )
  })

  it('escape markup in the bare address', () =>
    expect([...fallbacksOf({ text: 'all', blocks: [] }, '<!channel>\nhttps://a.b/|x')].at(-1)?.text).toBe(
      '&lt;!channel&gt;\nhttps://a.b/%7Cx',
    ))
})
