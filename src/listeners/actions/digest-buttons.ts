import { z } from 'zod'
import type { DigestScheduler } from '../../digest/digest-scheduler.ts'
import { textMessage } from '../../messages/block-kit.ts'
import type { DigestAsk } from '../../messages/digest-actions.ts'
import { fallbacksOf } from '../../messages/fallbacks.ts'
import type { Content } from '../../model/message.ts'
import type { Views } from '../../slack/views.ts'
import type { DigestAction } from '../payloads.ts'
import type { Reply } from '../reply.ts'

/** The buttons of a digest. None of them rejects because of Slack or the mention service. */
type DigestButtonListeners = {
  details(action: DigestAction): Promise<void>
  notPosted(action: DigestAction): Promise<void>
  /** Under a digest that somebody asked for: what would stand in its thread. */
  eachAlert(action: DigestAction): Promise<void>
}

const dateSchema = z.iso.date()

/** What the buttons carry: the digest's name, the channel (id), the first and the last UTC date, and the page. */
const askSchema = z.tuple([z.string(), z.string(), dateSchema, dateSchema, z.int().min(0)])

/** Reads the value of a digest's button. Throws where it is none. */
export function readDigestAsk(value: string): DigestAsk {
  const [digest, channel, from, to, page] = askSchema.parse(JSON.parse(value))
  return { digest, channel, range: { from, to }, page }
}

type DigestButtonsDeps = {
  digests: Pick<DigestScheduler, 'preview' | 'details' | 'notPosted'>
  views: Pick<Views, 'open' | 'update'>
  reply: Reply
}

/** Nothing is submitted in these modals. */
const modalCallback = 'digest'

/** The handlers of the buttons under digests, and of those in the modals that they open. */
export function createDigestButtons(deps: DigestButtonsDeps): DigestButtonListeners {
  return {
    details: (action) => showInModal(deps, action, 'Figures', deps.digests.details),
    notPosted: (action) => showInModal(deps, action, 'What was held back', deps.digests.notPosted),
    async eachAlert(action) {
      const preview = await deps.digests.preview(readDigestAsk(action.value).digest)
      const { asker } = action
      if (asker === undefined) return
      if (preview === undefined) return deps.reply(asker, digestGone, 'beside')
      for (const content of preview.thread) await deps.reply(asker, content, 'beside')
    },
  }
}

const digestGone = textMessage('That digest is not in the configuration any more.')

/**
 * Answers in a modal over the digest: beside it the answer would stand at the end of the channel, out of sight. The modal opens before
 * anything is asked, because it may be opened for three seconds only.
 */
async function showInModal(
  { views, reply }: DigestButtonsDeps,
  action: DigestAction,
  title: string,
  load: (ask: DigestAsk) => Promise<Content>,
): Promise<void> {
  const ask = readDigestAsk(action.value)
  const modal = ({ blocks }: Content) => ({ title, callback: modalCallback, note: '', blocks })
  const opened =
    action.view === undefined
      ? await views.open(action.trigger, modal(textMessage('One moment…')))
      : { kind: 'open' as const, view: action.view }
  const content = await load(ask)
  if (opened.kind === 'refused') {
    if (action.asker !== undefined) await reply(action.asker, content, 'beside')
    return
  }
  for (const form of fallbacksOf(content)) {
    if (form.blocks.length === 0) return
    if ((await views.update(opened.view, modal(form))) === undefined) return
  }
}
