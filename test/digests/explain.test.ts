import { expect, it } from 'vitest'
import { explainFigures } from '../../src/digests/explain.ts'
import { askedOf, createDigestWorld } from '../tools/digest-world.ts'

const monday = Date.UTC(2026, 10, 23, 8)
const ask = { digest: 'weekly', channel: 'C1', range: { from: '2026-11-16', to: '2026-11-22' } }

/** The names of the alerts of a page with the figures, and what it says about pages. */
async function shown(alerts: number, page: number) {
  const names = Array.from({ length: alerts }, (_, at) => `Alert number ${at + 1}.`)
  const digest = { name: 'weekly', channel: 'C1', alerts: names } as never
  const { text, blocks } = await explainFigures(askedOf(createDigestWorld(monday)), digest, {
    ...ask,
    page,
  })
  const all = `${text} ${JSON.stringify(blocks)}`
  return names.flatMap((name, at) => (all.includes(name) ? [at + 1] : []))
}

it.each([
  [1, 0, [1]],
  [2, 0, [1, 2]],
  [2, 1, [1, 2]],
  [3, 0, [1, 2]],
  [3, 1, [3]],
  [3, 9, [3]],
  [4, 1, [3, 4]],
  [4, 2, [3, 4]],
])(
  'of a digest with %i alerts, page %i of its figures shows the alerts %j',
  async (alerts, page, expected) => {
    expect(await shown(alerts, page)).toEqual(expected)
  },
)
