import { z } from 'zod'
import type { Digesting } from '../digesting.ts'
import type { DigestAsk } from '../messages/digest-actions.ts'
import type { Content } from '../model/message.ts'
import type { Press } from './press.ts'
import type { Reply } from './reply.ts'

/** The buttons of a digest, which answer beside it, and those that turn the pages of such an answer, in its place. */
export type DigestButtons = {
  details(press: Press): Promise<void>
  turnDetails(press: Press): Promise<void>
  heldBack(press: Press): Promise<void>
  turnHeldBack(press: Press): Promise<void>
}

const date = z.iso.date()

/** What the buttons carry: the digest's name, the channel (id), the first and the last UTC date, and the page. */
const shape = z.tuple([z.string(), z.string(), date, date, z.int().min(0)])

/** Reads the value of a digest's button. Throws where it is none. */
export function readDigestAsk(value: string): DigestAsk {
  const [digest, channel, from, to, page] = shape.parse(JSON.parse(value))
  return { digest, channel, range: { from, to }, page }
}

/** The handlers of the buttons under digests. */
export function createDigestButtons(deps: {
  digests: Pick<Digesting, 'details' | 'heldBack'>
  reply: Reply
}): DigestButtons {
  const { digests, reply } = deps
  const answer =
    (tell: (ask: DigestAsk) => Promise<Content>, place: 'beside' | 'in-place') => async (press: Press) =>
      reply(press, await tell(readDigestAsk(press.value)), place)
  return {
    details: answer(digests.details, 'beside'),
    turnDetails: answer(digests.details, 'in-place'),
    heldBack: answer(digests.heldBack, 'beside'),
    turnHeldBack: answer(digests.heldBack, 'in-place'),
  }
}
