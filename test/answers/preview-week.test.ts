import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createPreviewWeek } from '../../src/answers/preview.ts'
import { decideFor } from '../../src/engine/rules/rules.ts'
import { sampleMention } from '../tools/sample-mention.ts'
import { alert, noon, subscriptionOf } from '../tools/story-world.ts'

/** A week of `count` mentions; the rules skip every second one. `decided` counts the decisions. */
function weekOf(count: number, pause: () => Promise<unknown>) {
  const progress = { decided: 0 }
  const mentions = Array.from({ length: count }, (_, index) =>
    sampleMention({ id: String(count - index), title: index % 2 === 0 ? 'a job' : 'news', date: noon }),
  )
  const preview = createPreviewWeek({
    now: () => noon,
    alerts: { find: async () => ({ kind: 'found', alert }) },
    async *since() {
      for (let from = 0; from < count; from += 300) yield { mentions: mentions.slice(from, from + 300) }
    },
    decideFor: (subscription) => {
      const decide = decideFor(subscription)
      return (...given) => {
        progress.decided += 1
        return decide(...given)
      }
    },
    pause,
  })
  return { preview: () => preview(subscriptionOf({ except: { text: ['job'] } }), 'C1'), progress }
}

it('the preview of a week yields to the event loop after every few mentions', async () => {
  const seen: number[] = []
  const { preview, progress } = weekOf(1000, async () => {
    seen.push(progress.decided)
    await setImmediate()
  })
  expect(await preview()).toMatchObject({ kind: 'tally', tally: { total: 1000, posted: 500 }, more: false })
  const steps = seen.map((decided, place) => decided - (seen[place - 1] ?? 0))
  expect(steps).toHaveLength(50)
  expect(Math.max(...steps)).toBeLessThanOrEqual(20)
})

it('the preview of a week stops after the page with the 10,000th mention and says that there are more', async () => {
  const { preview, progress } = weekOf(10_500, async () => undefined)
  expect(await preview()).toMatchObject({ more: true })
  expect(progress.decided).toBe(10_200)
})
