import type { ModalView, WebClient } from '@slack/web-api'
import type { Block, ModalContent } from '../model/message.ts'
import { outcomeOf } from './errors.ts'

/** A modal with its name, by which its submission is known, and a note of at most 3,000 characters that comes back with it. */
type Modal = ModalContent & { callback: string; note: string }

/** A modal that is open, by the id under which it is drawn anew; or Slack's refusal. */
type Opened = { kind: 'open'; view: string } | { kind: 'refused'; reason: string }

/** Modals and the home tab. What is drawn anew resolves with Slack's refusal, or with nothing where it worked. */
export type Views = {
  /** Opens a modal; `trigger` works once, within three seconds of what the person did. */
  open(trigger: string, modal: Modal): Promise<Opened>
  /** Draws an open modal anew. */
  update(view: string, modal: Modal): Promise<string | undefined>
  /** `note` comes back with what is pressed there. */
  publishHome(user: string, blocks: Block[], note: string): Promise<string | undefined>
}

const plain = (text: string) => ({ type: 'plain_text' as const, text, emoji: false })

/** A modal as Slack takes it. */
function modalView({ callback, title, submit, note, blocks }: Modal): ModalView {
  return {
    type: 'modal',
    callback_id: callback,
    title: plain(title),
    close: plain(submit === undefined ? 'Close' : 'Cancel'),
    ...(submit === undefined ? {} : { submit: plain(submit) }),
    private_metadata: note,
    blocks,
  }
}

/** Views over Slack's Web API. */
export function createViews(client: WebClient): Views {
  return {
    async open(trigger, modal) {
      try {
        const { view } = await client.views.open({ trigger_id: trigger, view: modalView(modal) })
        return { kind: 'open', view: view?.id ?? '' }
      } catch (error) {
        return { kind: 'refused', reason: outcomeOf(error, false).reason }
      }
    },
    update: (view, modal) => refusalOf(client.views.update({ view_id: view, view: modalView(modal) })),
    publishHome: (user, blocks, note) =>
      refusalOf(
        client.views.publish({ user_id: user, view: { type: 'home', blocks, private_metadata: note } }),
      ),
  }
}

async function refusalOf(call: Promise<unknown>): Promise<string | undefined> {
  try {
    await call
    return undefined
  } catch (error) {
    return outcomeOf(error, false).reason
  }
}
