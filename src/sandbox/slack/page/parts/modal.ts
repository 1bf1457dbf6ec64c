import type { View } from '../../wire.ts'
import { closeView, submitKey, submitView } from '../acts/views.ts'
import { showBlocks } from '../blocks/block.ts'
import { type Child, h, onClick, type VNode } from '../dom/h.ts'
import { myViews } from '../state/choose.ts'
import type { Page } from '../state/store.ts'
import { appAvatar } from './avatar.ts'
import { showDialog } from './dialog.ts'
import { iconButton } from './icon-button.ts'
import { showNotices } from './notices.ts'

/** My open modals. Those below the topmost stay in the page, so that what was typed in them stays too. */
export function showModals(page: Page): Child {
  const views = myViews(page.state)
  return views.map((view, index) =>
    modal(page, view, { isTop: index === views.length - 1, isPushed: index > 0 }),
  )
}

function modal(page: Page, view: View, { isTop, isPushed }: { isTop: boolean; isPushed: boolean }): VNode {
  const close = () => closeView(page, view.id)
  const submit = (event: Event) => {
    event.preventDefault()
    void submitView(page, view.id)
  }
  const frame = {
    key: view.id,
    label: view.title.text,
    className: isTop ? 'dialog modal' : 'dialog modal below',
    onEscape: close,
  }
  return showDialog(
    frame,
    h(
      'form',
      { class: 'modal-form', 'data-view': view.id, novalidate: true },
      [
        h('header', { class: 'modal-head' }, [
          isPushed ? iconButton('back', 'Back', close) : appAvatar('small'),
          h('h2', {}, view.title.text),
          iconButton('close', 'Close', close),
        ]),
        h(
          'div',
          { class: 'modal-body', tabindex: 0 },
          showBlocks(page, { at: 'view', viewId: view.id, type: 'modal' }, view.blocks),
        ),
        isTop && showNotices(page),
        footer(page, view, close),
      ],
      { on: { submit } },
    ),
  )
}

function footer(page: Page, view: View, close: () => void): VNode {
  const isWorking = page.state.working.has(submitKey(view.id))
  return h('footer', { class: 'modal-foot' }, [
    h('button', { type: 'button', class: 'button' }, view.close?.text ?? 'Close', onClick(close)),
    view.submit &&
      h(
        'button',
        {
          type: 'submit',
          class: isWorking ? 'button primary working' : 'button primary',
          'aria-busy': isWorking ? 'true' : undefined,
        },
        h('span', {}, view.submit.text),
      ),
  ])
}
