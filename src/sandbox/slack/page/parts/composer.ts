import { composerId, fillComposer, keepDraft } from '../acts/draft.ts'
import { type Composing, composerKey, send } from '../acts/send.ts'
import { h, onClick, type VNode } from '../dom/h.ts'
import { channelName } from '../state/names.ts'
import type { Page } from '../state/store.ts'
import { completionId, onCompletionKey, showCompletion } from './completion.ts'
import { icon } from './icons.ts'

/** Where a message or a slash command is written. Enter sends, Shift and Enter starts a line. */
export function showComposer(page: Page, composing: Composing): VNode {
  const key = composerKey(composing)
  const draft = page.state.drafts[key] ?? ''
  const submit = () => sendFrom(page, composing)
  return h('div', { class: 'composer', key: `composer ${key}` }, [
    showCompletion(page, composing),
    h('div', { class: 'composer-box' }, [
      textArea(page, composing),
      h(
        'button',
        {
          type: 'button',
          class: 'send',
          'aria-label': 'Send',
          'aria-disabled': draft.trim() === '' ? 'true' : undefined,
        },
        icon('send'),
        onClick(submit),
      ),
    ]),
  ])
}

function textArea(page: Page, composing: Composing): VNode {
  const key = composerKey(composing)
  const { world } = page.state
  const target =
    composing.thread === undefined ? `Message ${channelName(world, composing.channel)}` : 'Reply…'
  const write = ({ currentTarget }: Event) => {
    if (currentTarget instanceof HTMLTextAreaElement) keepDraft(page, key, currentTarget.value)
  }
  const chosen = completionId(page, composing)
  return h(
    'textarea',
    {
      class: 'composer-text',
      id: composerId(key),
      rows: 1,
      placeholder: composing.thread === undefined ? `${target}, or type /` : target,
      'aria-label': target,
      'aria-autocomplete': 'list',
      'aria-controls': chosen && `${composerId(key)}-commands`,
      'aria-activedescendant': chosen,
    },
    page.state.drafts[key] ?? '',
    { on: { input: write, keydown: (event) => onKey(page, composing, event) } },
  )
}

function onKey(page: Page, composing: Composing, event: Event): void {
  if (!(event instanceof KeyboardEvent) || event.isComposing) return
  const isUsed = onCompletionKey(page, composing, event)
  const isSent = !isUsed && event.key === 'Enter' && !event.shiftKey
  if (isUsed || isSent) event.preventDefault()
  if (isSent) sendFrom(page, composing)
}

function sendFrom(page: Page, composing: Composing): void {
  const draft = page.state.drafts[composerKey(composing)] ?? ''
  if (send(page, composing, draft)) fillComposer(page, composerKey(composing), '')
}
