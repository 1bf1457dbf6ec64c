import type { SetTimer } from '@overheard/base/clock'
import { outcomeOf } from '@overheard/post-once/errors'
import type { ModalView, WebClient } from '@slack/web-api'
import type { Block, ModalContent } from '../model/message.ts'

type Modal = ModalContent & {
  callback: string
  /** Slack returns this text (at most 3,000 characters) with the submission. */
  note: string
}

type Opened = { kind: 'open'; view: string } | { kind: 'refused'; reason: string }

/** Opens and updates modals and the home tab. Each update resolves with Slack's error code, or undefined if it worked. */
export type Views = {
  /** Opens a modal. `trigger` works once, within three seconds after the person's action. */
  open(trigger: string, modal: Modal): Promise<Opened>
  update(view: string, modal: Modal): Promise<string | undefined>
  /** Slack returns `note` with button presses on the home tab. */
  publishHome(user: string, blocks: Block[], note: string): Promise<string | undefined>
  /** The timer of those who wait for the content of a form. */
  setTimer: SetTimer
}

const plain = (text: string) => ({ type: 'plain_text' as const, text, emoji: false })

/** `closeLabel` is the label of the button that closes the modal. */
export function modalView({ callback, title, submit, note, blocks }: Modal, closeLabel: string): ModalView {
  return {
    type: 'modal',
    callback_id: callback,
    title: plain(title),
    close: plain(closeLabel),
    ...(submit === undefined ? {} : { submit: plain(submit) }),
    private_metadata: note,
    blocks,
  }
}

export type CloseLabel = (modal: Pick<ModalContent, 'submit'>) => string

export function createViews(
  client: WebClient,
  { setTimer, closeLabel }: { setTimer: SetTimer; closeLabel: CloseLabel },
): Views {
  const viewOf = (modal: Modal) => modalView(modal, closeLabel(modal))
  return {
    setTimer,
    async open(trigger, modal) {
      try {
        const { view } = await client.views.open({ trigger_id: trigger, view: viewOf(modal) })
        return { kind: 'open', view: view?.id ?? '' }
      } catch (error) {
        return { kind: 'refused', reason: outcomeOf(error, false).reason }
      }
    },
    update: (view, modal) => refusalOf(client.views.update({ view_id: view, view: viewOf(modal) })),
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
