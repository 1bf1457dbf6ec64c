import type { Spot } from '../acts/press.ts'
import { showImage } from '../blocks/image.ts'
import { type Json, textAt } from '../blocks/read.ts'
import type { Child } from '../dom/h.ts'
import { showButton } from './button.ts'
import { showExternal } from './external.ts'
import { showOverflow } from './overflow.ts'
import { showPicker } from './pickers.ts'
import { showSelect } from './select.ts'
import { showSeveral } from './several.ts'
import { showTicks } from './ticks.ts'
import { showTyped } from './typed.ts'

type Shape = (spot: Spot, element: Json) => Child

/** Each type of element and how it is shown. */
const shapes: Record<string, Shape> = {
  button: showButton,
  overflow: showOverflow,
  image: (_spot, element) => showImage(element),
  static_select: showSelect,
  users_select: showSelect,
  channels_select: showSelect,
  conversations_select: showSelect,
  external_select: showExternal,
  multi_static_select: showSeveral,
  multi_users_select: showSeveral,
  multi_channels_select: showSeveral,
  multi_conversations_select: showSeveral,
  multi_external_select: showExternal,
  checkboxes: showTicks,
  radio_buttons: showTicks,
  datepicker: showPicker,
  timepicker: showPicker,
  datetimepicker: showPicker,
  plain_text_input: showTyped,
  number_input: showTyped,
  email_text_input: showTyped,
  url_text_input: showTyped,
}

/** Shows an element somebody can act on. A type that is missing here is named, so that nothing vanishes. */
export function showElement(spot: Spot, element: Json): Child {
  const type = textAt(element, 'type')
  return shapes[type]?.(spot, element) ?? `(An element of the type "${type}")`
}
