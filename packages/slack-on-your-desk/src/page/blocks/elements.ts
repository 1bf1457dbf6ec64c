import { type Json, numberAt, recordsAt, textAt } from '../text/json.ts'
import { isSafeAddress } from '../text/mrkdwn.ts'
import { type Child, classes, html, type Rendered, renderLink } from '../ui/html.ts'
import { renderMenu } from '../ui/menu.ts'
import { renderChecks, renderExternalSelect, renderMultiSelect, renderSelect } from './choices.ts'
import { dispatchAction, type ElementContext, elementKey, fieldAttributes, isBusy } from './interactions.ts'
import { textOf } from './text.ts'

type RenderElement = (context: ElementContext, element: Json) => Child

/** Shows an element of a block. An element of an unknown type shows its type, so that nothing disappears. */
export function renderElement(context: ElementContext, element: Json): Child {
  const type = textAt(element, 'type')
  return renderers.get(type)?.(context, element) ?? `(An element of the type "${type}")`
}

const renderers = new Map<string, RenderElement>(
  Object.entries({
    button: renderButton,
    overflow: renderOverflow,
    image: (_context, element) => renderImage(element),
    static_select: renderSelect,
    users_select: renderSelect,
    channels_select: renderSelect,
    conversations_select: renderSelect,
    external_select: renderExternalSelect,
    multi_static_select: renderMultiSelect,
    multi_users_select: renderMultiSelect,
    multi_channels_select: renderMultiSelect,
    multi_conversations_select: renderMultiSelect,
    multi_external_select: renderExternalSelect,
    checkboxes: renderChecks,
    radio_buttons: renderChecks,
    datepicker: renderPicker,
    timepicker: renderPicker,
    datetimepicker: renderPicker,
    plain_text_input: renderTextInput,
    number_input: renderTextInput,
    email_text_input: renderTextInput,
    url_text_input: renderTextInput,
  }),
)

/** A button with an address sends the press and opens the address. It is busy until the app has acknowledged. */
function renderButton(context: ElementContext, element: Json): Child {
  const url = textAt(element, 'url')
  const style = textAt(element, 'style')
  const busy = isBusy(context, element)
  const attributes = {
    key: elementKey(context, element),
    class: classes('button', (style === 'primary' || style === 'danger') && style, busy && 'working'),
    'aria-busy': busy ? 'true' : undefined,
    'aria-label': textAt(element, 'accessibility_label') || undefined,
    onClick: () => dispatchAction(context, element),
  }
  const words = html`<span>${textOf(element.text)}</span>`
  return isSafeAddress(url)
    ? renderLink(url, words, attributes)
    : html`<button ...${attributes} type="button">${words}</button>`
}

/** The menu behind three dots. */
function renderOverflow(context: ElementContext, element: Json): Child {
  return renderMenu(context.store, {
    key: elementKey(context, element),
    label: 'More actions',
    buttonClass: classes('button dots', isBusy(context, element) && 'working'),
    face: '⋯',
    items: recordsAt(element, 'options').map((option) => ({
      label: textOf(option.text),
      url: textAt(option, 'url'),
      run: () => dispatchAction(context, element, textAt(option, 'value')),
    })),
  })
}

/**
 * Shows an image as its alternative text in a frame. The page never fetches it, because the image's server would
 * learn who reads.
 */
export function renderImage(image: Json, title = ''): Rendered {
  return html`
    <figure class="picture">
      ${title !== '' && html`<figcaption>${title}</figcaption>`}
      <div class="picture-frame">
        <span aria-hidden="true">🖼</span>
        <span>${textAt(image, 'alt_text') || 'A picture'}</span>
      </div>
    </figure>
  `
}

/** The keyboard that a phone shows. The workspace checks the value, as Slack does. */
const inputModes: Record<string, string> = {
  number_input: 'decimal',
  email_text_input: 'email',
  url_text_input: 'url',
}

/** A field for text, a number or an address. */
function renderTextInput(context: ElementContext, element: Json): Rendered {
  const value = textAt(element, 'initial_value')
  const attributes = {
    ...fieldAttributes(context, element),
    class: 'typed',
    placeholder: textOf(element.placeholder) || undefined,
  }
  if (element.multiline === true) return html`<textarea ...${attributes} rows="4" defaultValue=${value} />`
  const inputMode = inputModes[textAt(element, 'type')]
  return html`
    <input ...${attributes} type="text" inputmode=${inputMode} defaultValue=${value} autocomplete="off" />
  `
}

/** A date, a time of day, or both: the browser's own pickers. */
function renderPicker(context: ElementContext, element: Json): Rendered {
  const [type, value] = pickerOf(element)
  const attributes = fieldAttributes(context, element)
  return html`<input ...${attributes} class="typed picker" type=${type} defaultValue=${value} />`
}

function pickerOf(element: Json): [type: string, value: string] {
  if (element.type === 'datepicker') return ['date', textAt(element, 'initial_date')]
  if (element.type === 'timepicker') return ['time', textAt(element, 'initial_time')]
  const seconds = numberAt(element, 'initial_date_time')
  return ['datetime-local', seconds === undefined ? '' : localMinute(new Date(seconds * 1000))]
}

/** A time in the reader's zone in the picker's format: `2026-11-20T14:02`. */
function localMinute(at: Date): string {
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}
