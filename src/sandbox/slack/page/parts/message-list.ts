import { type Child, h, onClick, type VNode } from '../dom/h.ts'
import { moveFocus } from '../dom/roving.ts'
import { nowOf, type Shown } from '../state/choose.ts'
import type { Page } from '../state/store.ts'
import { dayOf, secondsOf } from '../text/times.ts'
import { showMessage } from './message.ts'

/** Messages of one author within so many seconds stand under one name. */
const togetherWithin = 300

/** The newest messages of a channel, under their days. Arrows move from one to the next. */
export function showMessages(page: Page, channel: string, all: Shown[]): Child {
  const { mostShown } = page.state
  const shown = all.slice(-mostShown)
  const hidden = all.length - shown.length
  return [
    hidden > 0 && earlier(page, hidden),
    h(
      'div',
      { class: 'messages', key: `messages ${channel}`, role: 'group', 'aria-label': 'Messages', tabindex: 0 },
      shown.flatMap((one, index) => {
        const before = shown[index - 1]
        const isFollowing = follows(before, one)
        const message = showMessage(page, one, { channel, isInThread: false, isFollowing })
        const day = dayOf(one.message.ts, nowOf(page.state))
        const isNewDay = !before || dayOf(before.message.ts, nowOf(page.state)) !== day
        return isNewDay ? [divider(day, one.message.ts), message] : [message]
      }),
      { on: { keydown: onKey } },
    ),
  ]
}

function follows(before: Shown | undefined, one: Shown): boolean {
  if (!before || before.isEphemeral || one.isEphemeral) return false
  if (before.message.user !== one.message.user || before.message.subtype !== one.message.subtype) return false
  if ((before.message.blocks ?? one.message.blocks) !== undefined) return false
  return secondsOf(one.message.ts) - secondsOf(before.message.ts) < togetherWithin
}

function divider(day: string, ts: string): VNode {
  return h('h2', { class: 'day', key: `day ${ts}` }, h('span', {}, day))
}

function earlier(page: Page, hidden: number): VNode {
  const show = onClick(() => page.set({ mostShown: page.state.mostShown + 200 }))
  return h(
    'button',
    { type: 'button', class: 'earlier', key: 'earlier' },
    `Show earlier messages (${hidden})`,
    show,
  )
}

function onKey(event: Event): void {
  if (!(event instanceof KeyboardEvent)) return
  const { currentTarget: list, target } = event
  if (!(list instanceof HTMLElement)) return
  const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
  if (target !== list || !isArrow) {
    moveFocus(event, 'article')
    return
  }
  event.preventDefault()
  list.querySelector<HTMLElement>('article:last-of-type')?.focus()
}
