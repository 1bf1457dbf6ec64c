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

/** Shows the blocks of a message or a view. A block of an unknown type shows its type, so that nothing disappears. */
export function renderBlocks(store: Store, surface: Surface, blocks: Block[]): Child {
  return blocks.map((block, index) => {
    const key = blockKey(surface, blocks, index)
    const render = renderers.get(block.type)
    const inside = render ? render({ store, surface, block, key }) : `(A block of the type "${block.type}")`
    return html`<div key=${`${block.type}/${key}`} class="block">${inside}</div>`
  })
}

const renderers = new Map<string, (context: BlockContext) => Child>(
  Object.entries({
    header: ({ block }) => html`<h3 class="block-header">${textOf(block.text)}</h3>`,
    section: renderSection,
    context: renderContext,
    divider: () => html`<hr class="block-divider" />`,
    actions: renderActions,
    image: ({ block }) => renderImage(block, textOf(block.title)),
    rich_text: ({ store, block }) => html`<div class="rich-text">${renderRichText(store.state, block)}</div>`,
    input: renderInput,
    data_visualization: ({ block }) => renderChart(block),
    table: renderTable,
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
