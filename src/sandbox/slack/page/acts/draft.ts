import type { Page } from '../state/store.ts'

/** The id of a composer's text area. */
export function composerId(composer: string): string {
  return `composer-${composer.replace(/\W/g, '-')}`
}

/** Keeps what has been typed in a composer; the list of commands starts at its top again. */
export function keepDraft(page: Page, composer: string, text: string): void {
  page.set({ drafts: { ...page.state.drafts, [composer]: text }, completion: { composer, index: 0 } })
}

/** Puts a text into a composer, and the focus. */
export function fillComposer(page: Page, composer: string, text: string): void {
  const area = document.getElementById(composerId(composer))
  if (area instanceof HTMLTextAreaElement) {
    area.value = text
    area.focus()
  }
  keepDraft(page, composer, text)
}
