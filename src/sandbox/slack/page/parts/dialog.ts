import { type Child, h, type VNode } from '../dom/h.ts'

/** A dialog above everything else. The browser keeps the focus in it; Escape asks to close it. */
export function showDialog(
  order: { key: string; label: string; className: string; role?: string; onEscape: () => void },
  inside: Child,
): VNode {
  const close = (event: Event) => {
    event.preventDefault()
    order.onEscape()
  }
  return h(
    'dialog',
    { key: order.key, class: order.className, 'aria-label': order.label, role: order.role },
    inside,
    {
      mounted: (dialog) => {
        if (dialog instanceof HTMLDialogElement) dialog.showModal()
        // Slack begins a form at its first field; the browser would at the button that closes it.
        dialog.querySelector<HTMLElement>('input, select, textarea')?.focus()
      },
      on: { cancel: close },
    },
  )
}
