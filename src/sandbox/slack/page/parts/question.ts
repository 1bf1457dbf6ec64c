import { type Child, h, onClick } from '../dom/h.ts'
import type { Page } from '../state/store.ts'
import { showDialog } from './dialog.ts'

/** The question before something is done. */
export function showQuestion(page: Page): Child {
  const { question } = page.state
  if (!question) return undefined
  const leave = () => page.set({ question: undefined })
  const go = () => {
    leave()
    question.run()
  }
  const frame = {
    key: 'question',
    label: question.title,
    className: 'dialog question',
    role: 'alertdialog',
    onEscape: leave,
  }
  return showDialog(frame, [
    h('h2', {}, question.title),
    h('p', { class: 'question-text' }, question.text),
    h('footer', { class: 'modal-foot' }, [
      h('button', { type: 'button', class: 'button' }, question.no, onClick(leave)),
      h(
        'button',
        { type: 'button', class: question.isDanger ? 'button danger' : 'button primary', autofocus: true },
        question.yes,
        onClick(go),
      ),
    ]),
  ])
}
