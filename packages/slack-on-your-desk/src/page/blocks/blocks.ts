import type { Block } from '../../wire.ts'
import type { Store } from '../state/store.ts'
import { isRecord, type Json, recordAt, recordsAt, textAt } from '../text/json.ts'
import { type Child, html, type Rendered } from '../ui/html.ts'
import { renderChart } from './chart.ts'
import { renderElement, renderImage } from './elements.ts'
import type { ElementContext, Surface } from './interactions.ts'
import { renderRichText, renderText, textOf } from './text.ts'

/** A block and its surface. `key` identifies it on the surface. */
type BlockContext = { store: Store; surface: Surface; block: Block; key: string }

/**
 * Shows the blocks of a message or a view. A block of an unknown type shows its type, so that nothing disappears. `outer`: the key of the block
 * around them.
 */
export function renderBlocks(store: Store, surface: Surface, blocks: Block[], outer = ''): Child {
  return blocks.map((block, index) => {
    const key = outer + blockKey(surface, blocks, index)
    const render = renderers.get(block.type)
    const inside = render ? render({ store, surface, block, key }) : `(A block of the type "${block.type}")`
    return html`<div key=${`${block.type}/${key}`} class="block">${inside}</div>`
  })
}

const renderers = new Map<string, (context: BlockContext) => Child>(
  Object.entries({
    header: ({ block }) => html`<h2 class="block-header">${textOf(block.text)}</h2>`,
    section: renderSection,
    context: renderContext,
    divider: () => html`<hr class="block-divider" />`,
    actions: renderActions,
    image: ({ block }) => renderImage(block, textOf(block.title)),
    rich_text: ({ store, block }) => html`<div class="rich-text">${renderRichText(store.state, block)}</div>`,
    input: renderInput,
    data_visualization: ({ block }) => renderChart(block),
    table: renderTable,
    card: renderCard,
    carousel: ({ store, surface, block, key }) =>
      html`<div class="carousel" role="group" aria-label="Cards" tabindex="0">${renderBlocks(store, surface, blocksAt(block, 'elements'), `${key}/`)}</div>`,
    container: renderContainer,
    markdown: ({ block }) => html`<div class="markdown">${textAt(block, 'text')}</div>`,
    task_card: renderTask,
    plan: ({ store, surface, block, key }) =>
      html`<div class="container"><div class="container-title">${textAt(block, 'title')}</div>${renderBlocks(store, surface, blocksAt(block, 'tasks'), `${key}/`)}</div>`,
    alert: ({ store, block }) => html`<p class="alert">${renderText(store.state, block.text)}</p>`,
  }),
)

/**
 * A block's key, stable through updates, so that the block keeps the focus and its open menu. A modal keeps the ids
 * of its blocks. An update of a message or a home tab creates new ids, so there the key is the block's position among
 * the blocks of its type.
 */
function blockKey(surface: Surface, blocks: Block[], index: number): string {
  const block = blocks[index]
  if (surface.at === 'view' && surface.type === 'modal') return block?.block_id ?? String(index)
  return `${block?.type}${blocks.slice(0, index).filter(({ type }) => type === block?.type).length}`
}

function elementContext({ store, surface, block, key }: BlockContext): ElementContext {
  return { store, surface, blockId: block.block_id ?? '', blockKey: key, dispatches: true }
}

/** A table. On a phone it scrolls sideways by itself, so that the message stays as wide as the screen. */
function renderTable({ store, block }: BlockContext): Rendered {
  const listAt = (key: string): unknown[] => (Array.isArray(block[key]) ? block[key] : [])
  const [header = [], ...body] = listAt('rows').map((cells) => recordsAt({ cells }, 'cells'))
  const settings = listAt('column_settings')
  const toRight = (column: number) => {
    const setting = settings[column]
    return isRecord(setting) && setting.align === 'right' ? 'to-right' : undefined
  }
  const shown = (cell: Json): Child =>
    cell.type === 'rich_text' ? renderRichText(store.state, cell) : String(cell.text ?? cell.value ?? '')
  return html`
    <div class="table-frame" role="region" aria-label="Table" tabindex="0">
      <table>
        <thead>
          <tr>${header.map((cell, at) => html`<th scope="col" class=${toRight(at)}>${shown(cell)}</th>`)}</tr>
        </thead>
        <tbody>
          ${body.map(
            (cells) => html`
              <tr>
                ${cells.map((cell, at) =>
                  at === 0
                    ? html`<th scope="row">${shown(cell)}</th>`
                    : html`<td class=${toRight(at)}>${shown(cell)}</td>`,
                )}
              </tr>
            `,
          )}
        </tbody>
      </table>
    </div>
  `
}

const isBlock = (value: Json): value is Block => typeof value.type === 'string'
const blocksAt = (block: Block, key: string): Block[] => recordsAt(block, key).filter(isBlock)

/** A card. Its actions are those of an actions block. */
function renderCard(context: BlockContext): Rendered {
  const { store, block } = context
  const [hero, icon] = [recordAt(block, 'hero_image'), recordAt(block, 'icon')]
  const part = (key: string) => block[key] !== undefined && renderText(store.state, block[key])
  return html`
    <div class="block-card">
      ${hero && renderImage(hero, '')}
      <div class="card-title">
        ${icon && html`<span class="small-image" role="img" aria-label=${textAt(icon, 'alt_text')}>🖼</span>`}
        <strong>${part('title')}</strong>
      </div>
      ${block.subtitle !== undefined && html`<div class="card-subtitle">${part('subtitle')}</div>`}
      ${block.body !== undefined && html`<div>${part('body')}</div>`}
      ${
        block.actions !== undefined &&
        html`<div class="block-actions">${recordsAt(block, 'actions').map((one) => renderElement(elementContext(context), one))}</div>`
      }
    </div>
  `
}

function renderContainer({ store, surface, block, key }: BlockContext): Rendered {
  const rich = recordAt(block, 'rich_text_title')
  const title = rich ? renderRichText(store.state, rich) : textOf(block.title)
  const subtitle =
    block.subtitle !== undefined &&
    html`<div class="card-subtitle">${renderText(store.state, block.subtitle)}</div>`
  const inside = renderBlocks(store, surface, blocksAt(block, 'child_blocks'), `${key}/`)
  return block.is_collapsible === true
    ? html`<details class="container" open=${block.default_collapsed !== true}><summary>${title}</summary>${subtitle}${inside}</details>`
    : html`<div class="container"><div class="container-title">${title}</div>${subtitle}${inside}</div>`
}

const taskStates: Record<string, string> = { pending: '○', in_progress: '◐', complete: '✓', error: '⚠' }

function renderTask({ store, block }: BlockContext): Rendered {
  const status = textAt(block, 'status')
  const parts = ['details', 'output'].map((key) => recordAt(block, key)).filter((one) => one !== undefined)
  return html`
    <div class="task">
      <span role="img" aria-label=${status}>${taskStates[status] ?? '○'}</span>
      <div><strong>${textAt(block, 'title')}</strong>${parts.map((one) => renderRichText(store.state, one))}</div>
    </div>
  `
}

function renderSection(context: BlockContext): Rendered {
  const { block } = context
  const { state } = context.store
  const fields = recordsAt(block, 'fields')
  const accessory = recordAt(block, 'accessory')
  return html`
    <div class="block-section">
      <div class="section-words">
        ${block.text !== undefined && html`<div>${renderText(state, block.text)}</div>`}
        ${
          fields.length > 0 &&
          html`<div class="section-fields">${fields.map((field) => html`<div>${renderText(state, field)}</div>`)}</div>`
        }
      </div>
      ${
        accessory &&
        html`<div class="section-accessory">${renderElement(elementContext(context), accessory)}</div>`
      }
    </div>
  `
}

function renderContext({ store, block }: BlockContext): Rendered {
  const elements = recordsAt(block, 'elements').map((element) =>
    element.type === 'image'
      ? html`<span class="small-image" role="img" aria-label=${textAt(element, 'alt_text')}>🖼</span>`
      : html`<span class="context-text">${renderText(store.state, element)}</span>`,
  )
  return html`<div class="block-context">${elements}</div>`
}

function renderActions(context: BlockContext): Rendered {
  const elements = recordsAt(context.block, 'elements')
  return html`
    <div class="block-actions">
      ${elements.map((element) => renderElement(elementContext(context), element))}
    </div>
  `
}

/** An input: label, element, error and hint. */
function renderInput(context: BlockContext): Child {
  const { store, surface, block } = context
  const element = recordAt(block, 'element')
  if (!element) return undefined
  const blockId = block.block_id ?? ''
  const id = `${surface.at === 'view' ? surface.viewId : surface.ts}-${blockId}`
  const error = surface.at === 'view' ? store.state.viewErrors[surface.viewId]?.[blockId] : undefined
  const hint = textOf(block.hint)
  const isOptional = block.optional === true
  const describedBy = [error !== undefined && `${id}-error`, hint !== '' && `${id}-hint`].filter(Boolean)
  const field = renderElement(
    {
      ...elementContext(context),
      dispatches: block.dispatch_action === true,
      labelledBy: `${id}-label`,
      describedBy: describedBy.join(' ') || undefined,
      fieldId: `${id}-field`,
      isInvalid: error !== undefined,
      isOptional,
    },
    element,
  )
  const label = [textOf(block.label), isOptional && html`<span class="optional">${' (optional)'}</span>`]
  return html`
    <div class="block-input">
      ${
        isGroup(element)
          ? html`<div class="input-label" id=${`${id}-label`}>${label}</div>`
          : html`<label class="input-label" id=${`${id}-label`} for=${`${id}-field`}>${label}</label>`
      }
      ${field}
      <p class="input-error" id=${`${id}-error`} role="alert">${error !== undefined && `⚠ ${error}`}</p>
      <p class="input-hint" id=${`${id}-hint`}>${hint}</p>
    </div>
  `
}

/** A label belongs to one field. A group of inputs has no field of its own, so the label only names the group. */
function isGroup(element: Json): boolean {
  return /^(checkboxes|radio_buttons|multi_|external_select)/.test(textAt(element, 'type'))
}
