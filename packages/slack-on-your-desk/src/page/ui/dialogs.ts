import type { Store } from '../state/store.ts'
import { type Child, html, type Rendered } from './html.ts'
import { renderIconButton } from './icons.ts'

type Dialog = { key: string; label: string; class: string; role?: string; onEscape: () => void }

/** A modal dialog. The browser keeps the focus in it; Escape asks to close it. */
export function renderDialog({ key, label, class: look, role, onEscape }: Dialog, inside: Child): Rendered {
  const onCancel = (event: Event) => {
    event.preventDefault()
    onEscape()
  }
  return html`
    <dialog key=${key} class=${look} aria-label=${label} role=${role} ref=${openDialog} onCancel=${onCancel}>
      ${inside}
    </dialog>
  `
}

/**
 * The returned function closes the dialog. If the element were only removed, the focus would not return to its former
 * place.
 */
function openDialog(dialog: HTMLDialogElement): () => void {
  dialog.showModal()
  // Slack focuses the first field, unless another one asks for the focus. The browser would focus the close button.
  if (!dialog.querySelector('[autofocus]'))
    dialog.querySelector<HTMLElement>('input, select, textarea')?.focus()
  return () => dialog.close()
}

/** Asks before an action. */
export function renderConfirmation(store: Store): Child {
  const { confirmation } = store.state
  if (!confirmation) return undefined
  const { title, text, yes, no, isDanger, run } = confirmation
  const close = () => store.set({ confirmation: undefined })
  const confirm = () => {
    close()
    run()
  }
  const dialog = {
    key: 'confirmation',
    label: title,
    class: 'dialog question',
    role: 'alertdialog',
    onEscape: close,
  }
  return renderDialog(
    dialog,
    html`
      <h2>${title}</h2>
      <p class="question-text">${text}</p>
      <footer class="modal-foot">
        <button type="button" class="button" onClick=${close}>${no}</button>
        <button type="button" class=${isDanger ? 'button danger' : 'button primary'} autofocus onClick=${confirm}>
          ${yes}
        </button>
      </footer>
    `,
  )
}

/** Notices from Slack itself, until I close them. */
export function renderNotices(store: Store): Rendered {
  const { notices, me } = store.state
  const close = (id: number) => store.set({ notices: store.state.notices.filter((one) => one.id !== id) })
  return html`
    <div class="notices" role="alert">
      ${notices
        .filter((one) => one.user === me)
        .map(
          ({ id, text }) => html`
            <p key=${id} class="notice">
              <span aria-hidden="true">⚠ </span>
              <span>${text}</span>
              ${renderIconButton('close', 'Close this notice', () => close(id))}
            </p>
          `,
        )}
    </div>
  `
}
