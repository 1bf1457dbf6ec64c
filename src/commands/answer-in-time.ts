import type { Content } from '../model/message.ts'
import type { SetTimer } from '../model/timer.ts'
import type { Asker, Reply } from './reply.ts'

/** An answer that takes longer is announced, in ms. */
const announceAfter = 1200

/** Answers beside what is there. What takes a moment is announced first, and then stands in the place of that. Rejects where the work does. */
export async function replyWhenReady(
  { reply, setTimer }: { reply: Reply; setTimer: SetTimer },
  asker: Asker,
  pending: Content,
  work: () => Promise<Content | undefined>,
): Promise<void> {
  let announced: Promise<void> | undefined
  const cancel = setTimer(() => {
    announced = reply(asker, pending, 'beside')
  }, announceAfter)
  try {
    const content = await work()
    cancel()
    await announced
    if (content !== undefined) await reply(asker, content, announced === undefined ? 'beside' : 'in-place')
  } finally {
    cancel()
  }
}
