import type { View } from '../wire.ts'
import { renderBlocks } from './blocks/blocks.ts'
import { answersOf } from './blocks/interactions.ts'
import { renderAppTabs, renderTopBar } from './navigation.ts'
import { myViews } from './state/selectors.ts'
import { type Store, whileBusy } from './state/store.ts'
import { isRecord, recordAt } from './text/json.ts'
import { renderDialog, renderNotices } from './ui/dialogs.ts'
import { type Child, classes, html, type Rendered } from './ui/html.ts'
import { renderAppAvatar, renderIconButton } from './ui/icons.ts'

/** The app's home tab as published for me. */
export function renderHome(store: Store): Rendered {
  const { workspace, me } = store.state
  const { name } = workspace.bot
  const view = workspace.homes[me]
  return html`
    <main key="home" class="middle" aria-label=${`Home of ${name}`}>
      ${renderTopBar(store, html`<h1>${name}</h1>`)}
      ${renderAppTabs(store, 'home')}
      <div class="home" tabindex="0" data-view=${view?.id}>
        ${
          view
            ? renderBlocks(store, { at: 'view', viewId: view.id, type: 'home' }, view.blocks)
            : html`<p class="empty">${`${name} has not published anything here for you yet.`}</p>`
        }
      </div>
    </main>
  `
}

/** My open modals. Those below the topmost stay in the page, so that they keep what the user typed. */
export function renderModals(store: Store): Child {
  const views = myViews(store.state)
  return views.map((view, index) =>
    renderModal(store, view, { isTop: index === views.length - 1, isPushed: index > 0 }),
  )
}

function renderModal(store: Store, view: View, position: { isTop: boolean; isPushed: boolean }): Rendered {
  const { isTop, isPushed } = position
  const { id, title, blocks } = view
  // For one Escape in a date field, Chromium sends two cancel events.
  const close = () => {
    const key = `close/${id}`
    if (store.state.busy.has(key)) return
    void whileBusy(store, key, () => store.control('closeView', { user: store.state.me, viewId: id }))
  }
  const onSubmit = (event: Event) => {
    event.preventDefault()
    void submit(store, id)
  }
  return renderDialog(
    { key: id, label: title.text, class: classes('dialog modal', !isTop && 'below'), onEscape: close },
    html`
      <form class="modal-form" data-view=${id} noValidate onSubmit=${onSubmit}>
        <header class="modal-head">
          ${isPushed ? renderIconButton('back', 'Back', close) : renderAppAvatar('small')}
          <h2>${title.text}</h2>
          ${renderIconButton('close', 'Close', close)}
        </header>
        <div class="modal-body" tabindex="0">
          ${renderBlocks(store, { at: 'view', viewId: id, type: 'modal' }, blocks)}
        </div>
        ${isTop && renderNotices(store)}
        <footer class="modal-foot">
          <button type="button" class="button" onClick=${close}>${view.close?.text ?? 'Close'}</button>
          ${view.submit && renderSubmit(view.submit.text, store.state.busy.has(submitKey(id)))}
        </footer>
      </form>
    `,
  )
}

function renderSubmit(label: string, isBusy: boolean): Rendered {
  return html`
    <button
      type="submit"
      class=${classes('button primary', isBusy && 'working')}
      aria-busy=${isBusy ? 'true' : undefined}
    >
      <span>${label}</span>
    </button>
  `
}

function submitKey(viewId: string): string {
  return `submit/${viewId}`
}

/** Submits a modal and shows the errors beside their inputs. */
async function submit(store: Store, viewId: string): Promise<void> {
  const key = submitKey(viewId)
  if (store.state.busy.has(key)) return
  const body = { user: store.state.me, viewId, answers: answersOf(viewId) }
  const outcome = await whileBusy(store, key, () => store.control('submitView', body))
  const errors = isRecord(outcome) ? (recordAt(outcome, 'errors') ?? {}) : {}
  const texts = Object.fromEntries(Object.entries(errors).map(([block, error]) => [block, String(error)]))
  store.set({ viewErrors: { ...store.state.viewErrors, [viewId]: texts } })
}
