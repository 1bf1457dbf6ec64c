import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkBlocks, checkView } from '../../src/block-kit/blocks.ts'
import { completeBlocks } from '../../src/block-kit/defaults.ts'
import { seedOf } from '../../src/options.ts'
import { createState } from '../../src/state.ts'
import { noon } from '../open.ts'
import {
  actions,
  button,
  cell,
  chart,
  contextActions,
  feedback,
  icon,
  image,
  input,
  rich,
  richCell,
  section,
  select,
  table,
} from './samples.ts'

const kind = fc.constantFrom(
  'section',
  'actions',
  'context',
  'header',
  'input',
  'rich_text',
  'data_visualization',
  'image',
  'table',
  'data_table',
  'alert',
  'context_actions',
)
const anyBlock = fc.oneof(
  fc.jsonValue(),
  fc.record({ type: kind, text: fc.jsonValue(), elements: fc.jsonValue(), rows: fc.jsonValue() }),
)

it('the check of blocks and views in the sandbox’s Slack never throws, whatever the JSON is', () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.array(anyBlock)), (blocks) => {
      for (const { pointer } of checkBlocks(blocks, 'message')) expect(pointer).toMatch(/^\/blocks/)
      for (const { pointer } of checkView({ type: 'home', blocks })) expect(pointer).toMatch(/^\/view/)
    }),
  )
})

const fine = [
  section({ accessory: button() }),
  actions(button(), select()),
  image(),
  input(select()),
  chart(),
  rich({ type: 'rich_text_section', elements: [] }),
  table({ rows: [[cell(), richCell()]] }),
  contextActions(feedback(), icon()),
]

it('valid blocks stay valid when the sandbox’s Slack adds missing ids, and existing block ids stay', () => {
  fc.assert(
    fc.property(fc.subarray(fine), fc.boolean(), (blocks, named) => {
      const given = blocks.map((block, index) => (named ? { ...block, block_id: `b${index}` } : block))
      const completed = completeBlocks(createState(seedOf({ now: () => noon }), noon), given)
      expect(checkBlocks(completed, 'message')).toEqual([])
      if (named)
        expect(completed.map((block) => block.block_id)).toEqual(given.map((_, index) => `b${index}`))
    }),
  )
})
