import type { Block } from '../../../../model/message.ts'
import type { Surface } from '../acts/press.ts'
import { showChart } from '../chart/chart.ts'
import { type Child, h } from '../dom/h.ts'
import { showElement } from '../elements/element.ts'
import type { Page } from '../state/store.ts'
import { showImage } from './image.ts'
import { showInput } from './input.ts'
import type { Placed } from './placed.ts'
import { recordsAt, textAt } from './read.ts'
import { showRichText } from './rich-text.ts'
import { showSection } from './section.ts'
import { showText, textOf } from './text.ts'

/** Each type of block and how it is shown. A type that is missing here is named, so that nothing vanishes. */
const shapes: Record<string, (placed: Placed) => Child> = {
  header: ({ block }) => h('h3', { class: 'block-header' }, textOf(block.text)),
  section: showSection,
  context: showContext,
  divider: () => h('hr', { class: 'block-divider' }),
  actions: showActions,
  image: ({ block }) => showImage(block, textOf(block.title)),
  rich_text: ({ page, block }) => h('div', { class: 'rich-text' }, showRichText(page.state, block)),
  input: showInput,
  data_visualization: ({ block }) => showChart(block),
}

/** Shows the blocks of a message or a view, one below the other. */
export function showBlocks(page: Page, surface: Surface, blocks: Block[]): Child {
  return blocks.map((block, index) => {
    const key = blockKey(surface, blocks, index)
    const shape = shapes[block.type]
    const inside = shape ? shape({ page, surface, block, key }) : `(A block of the type "${block.type}")`
    return h('div', { class: 'block', key: `${block.type}/${key}` }, inside)
  })
}

/**
 * What names a block through updates, so that it keeps the focus and its open menu. In a modal that is its id, as for
 * Slack's own inputs; in a message or a home, whose update makes new ids, its place among those of its type.
 */
function blockKey(surface: Surface, blocks: Block[], index: number): string {
  const block = blocks[index]
  if (surface.at === 'view' && surface.type === 'modal') return block?.block_id ?? String(index)
  return `${block?.type}${blocks.slice(0, index).filter(({ type }) => type === block?.type).length}`
}

function showContext({ page, block }: Placed): Child {
  const elements = recordsAt(block, 'elements').map((element) =>
    element.type === 'image'
      ? h('span', { class: 'small-image', role: 'img', 'aria-label': textAt(element, 'alt_text') }, '🖼')
      : h('span', { class: 'context-text' }, showText(page.state, element)),
  )
  return h('div', { class: 'block-context' }, elements)
}

function showActions({ page, surface, block, key }: Placed): Child {
  const spot = { page, surface, blockId: block.block_id ?? '', blockKey: key, acts: true }
  const elements = recordsAt(block, 'elements').map((element) => showElement(spot, element))
  return h('div', { class: 'block-actions' }, elements)
}
