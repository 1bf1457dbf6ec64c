import { expect, it } from 'vitest'
import { replyWhenReady } from '../../src/listeners/reply.ts'

const asker = { user: 'U1', channel: 'C1', responseUrl: 'https://hooks.example/1' }
const words = (text: string) => ({ text, blocks: [] })

/** The messages that a person sees if the work takes `ms`. */
async function seen(ms: number, answer: string | undefined) {
  const shown: string[] = []
  const work = Promise.withResolvers<void>()
  const announce = { at: Number.POSITIVE_INFINITY, run: () => {} }
  const done = replyWhenReady(
    {
      reply: async (_asker, { text }, place) => void shown.push(`${text} (${place})`),
      setTimer(run, after) {
        Object.assign(announce, { run, at: after })
        return () => Object.assign(announce, { run: () => {} })
      },
    },
    asker,
    words('Looking…'),
    async () => {
      await work.promise
      return answer === undefined ? undefined : words(answer)
    },
  )
  if (ms >= announce.at) announce.run()
  work.resolve()
  await done
  announce.run()
  return shown
}

it.each([
  ['that is ready at once is shown without a waiting message', 100, 'Up to date', ['Up to date (beside)']],
  [
    'that takes a moment replaces the waiting message',
    2000,
    'Up to date',
    ['Looking… (beside)', 'Up to date (in-place)'],
  ],
  ['without content is not shown', 100, undefined, []],
])('an answer %s', async (_what, ms, answer, shown) => expect(await seen(ms, answer)).toEqual(shown))
