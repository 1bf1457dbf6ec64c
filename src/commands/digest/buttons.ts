import { z } from 'zod'
import type { Views } from '../../deliver/views.ts'
import type { Digesting } from '../../digesting.ts'
import type { DigestAsk } from '../../messages/digest/actions.ts'
import { rungs } from '../../messages/ladder.ts'
import { say } from '../../messages/say.ts'
import type { Content } from '../../model/message.ts'
import type { Reply } from '../reply.ts'
import type { DigestPress } from './press.ts'

/** The buttons of a digest. None of them rejects because of Slack or the mention service. */
type DigestButtons = {
  details(press: DigestPress): Promise<void>
  heldBack(press: DigestPress): Promise<void>
  /** Under a digest that somebody asked for: what would stand in its thread. */
  eachAlert(press: DigestPress): Promise<void>
}

const date = z.iso.date()

/** What the buttons carry: the digest's name, the channel (id), the first and the last UTC date, and the page. */
const shape = z.tuple([z.string(), z.string(), date, date, z.int().min(0)])

/** Reads the value of a digest's button. Throws where it is none. */
export function readDigestAsk(value: string): DigestAsk {
  const [digest, channel, from, to, page] = shape.parse(JSON.parse(value))
  return { digest, channel, range: { from, to }, page }
}

type DigestButtonsDeps = {
  digests: Pick<Digesting, 'preview' | 'details' | 'heldBack'>
  views: Pick<Views, 'open' | 'update'>
  reply: Reply
}

/** Nothing is submitted in these modals. */
const callback = 'digest'

/** The handlers of the buttons under digests, and of those in the modals that they open. */
export function createDigestButtons(deps: DigestButtonsDeps): DigestButtons {
  return {
    details: (press) => show(deps, press, 'Figures', deps.digests.details),
    heldBack: (press) => show(deps, press, 'What was held back', deps.digests.heldBack),
    async eachAlert(press) {
      const preview = await deps.digests.preview(readDigestAsk(press.value).digest)
      const { asker } = press
      if (asker === undefined) return
      if (preview === undefined) return deps.reply(asker, gone, 'beside')
      for (const content of preview.thread) await deps.reply(asker, content, 'beside')
    },
  }
}

const gone = say('That digest is not in the configuration any more.')

/**
 * Answers in a modal over the digest: beside it the answer would stand at the end of the channel, out of sight. The modal opens before
 * anything is asked, because it may be opened for three seconds only.
 */
async function show(
  { views, reply }: DigestButtonsDeps,
  press: DigestPress,
  title: string,
  tell: (ask: DigestAsk) => Promise<Content>,
): Promise<void> {
  const ask = readDigestAsk(press.value)
  const modal = ({ blocks }: Content) => ({ title, callback, note: '', blocks })
  const opened =
    press.view === undefined
      ? await views.open(press.trigger, modal(say('One moment…')))
      : { kind: 'open' as const, view: press.view }
  const content = await tell(ask)
  if (opened.kind === 'refused') {
    if (press.asker !== undefined) await reply(press.asker, content, 'beside')
    return
  }
  for (const form of rungs(content)) {
    if (form.blocks.length === 0) return
    if ((await views.update(opened.view, modal(form))) === undefined) return
  }
}
