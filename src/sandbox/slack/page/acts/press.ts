import { isRecord, type Json, recordAt, textAt } from '../blocks/read.ts'
import { textOf } from '../blocks/text.ts'
import { type Answer, answersOf } from '../elements/answers.ts'
import type { Page } from '../state/store.ts'
import { whileWorking } from './working.ts'

/** Where an element stands. */
export type Surface =
  | { at: 'message'; channel: string; ts: string; isInThread: boolean }
  | { at: 'view'; viewId: string; type: 'modal' | 'home' }

/**
 * An element's spot: the page, the surface, its block (`blockKey` names it on the page), and whether a change of it
 * goes to the app at once.
 */
export type Spot = {
  page: Page
  surface: Surface
  blockId: string
  blockKey: string
  acts: boolean
  /** Ids of what names and describes it, and its own. */
  labelledBy?: string
  describedBy?: string | undefined
  fieldId?: string
  isInvalid?: boolean
  isOptional?: boolean
}

/** Names an element among all that are shown. */
export function spotKey({ surface, blockKey }: Spot, element: Json): string {
  return `${placeKey(surface)}/${blockKey}/${textAt(element, 'action_id')}`
}

/** A message stands twice on the page while its thread is open. */
function placeKey(surface: Surface): string {
  if (surface.at === 'view') return surface.viewId
  return `${surface.isInThread ? 'thread' : 'channel'}/${surface.channel}/${surface.ts}`
}

/** Presses a button or tells of a choice, after the element's own question where it has one. */
export function press(spot: Spot, element: Json, choice?: Answer): void {
  const confirm = recordAt(element, 'confirm')
  if (!confirm) return void send(spot, element, choice)
  spot.page.set({
    question: {
      title: textOf(confirm.title),
      text: textOf(confirm.text),
      yes: textOf(confirm.confirm) || 'Yes',
      no: textOf(confirm.deny) || 'Cancel',
      isDanger: confirm.style === 'danger',
      run: () => void send(spot, element, choice),
    },
  })
}

/** Shows a working state until the app has acknowledged; that it did not comes as a notice. */
async function send(spot: Spot, element: Json, choice?: Answer): Promise<void> {
  const { page } = spot
  const key = spotKey(spot, element)
  if (page.state.working.has(key)) return
  const what = { user: page.state.me, actionId: textAt(element, 'action_id'), blockId: spot.blockId }
  const chosen = choice === undefined ? what : { ...what, choice }
  await whileWorking(page, key, () => order(spot, chosen))
}

function order({ page, surface }: Spot, body: Json): Promise<unknown> {
  if (surface.at === 'message')
    return page.order('press', { ...body, channel: surface.channel, ts: surface.ts })
  const { viewId } = surface
  return page.order('pressInView', { ...body, viewId, answers: answersOf(viewId) })
}

/** Asks the app for the options of an external menu that fit what is typed. */
export async function suggest({ page, surface }: Spot, element: Json, text: string): Promise<void> {
  if (surface.at !== 'view') return
  const actionId = textAt(element, 'action_id')
  const order = { user: page.state.me, viewId: surface.viewId, actionId, text }
  const ack = await page.order('suggest', order)
  const payload = isRecord(ack) ? recordAt(ack, 'payload') : undefined
  const options = Array.isArray(payload?.options) ? payload.options.filter(isRecord) : []
  const found = options.map((one) => ({ text: textOf(one.text), value: textAt(one, 'value') }))
  page.set({ suggestions: { ...page.state.suggestions, [`${surface.viewId}/${actionId}`]: found } })
}
