import { describe, expect, it } from 'vitest'
import { faultRounds, randomPairs } from '../tools/e2e/fault-rounds.ts'
import { type NamedFault, shortFaults } from '../tools/e2e/faults.ts'

async function isUnharmedBy(faults: NamedFault[][], seed: number) {
  const toll = await faultRounds({ faults, seed, doubtSeconds: 1 })
  expect(toll.made).toBeGreaterThan(0)
  expect(toll).toMatchObject({ lost: [], twice: [], outOfOrder: [], secrets: [] })
}

const aloneOn = (side: 'Slack' | 'service') =>
  shortFaults.filter(({ name }) => name.startsWith(`${side}: `)).map((fault) => [fault])
const [onSlack, onService] = [aloneOn('Slack'), aloneOn('service')]
const third = Math.ceil(onSlack.length / 3)

describe.concurrent('no mention is lost or posted twice', () => {
  it.each([
    ['Slack is busy, or fails before it stores a message', onSlack.slice(0, third), 1],
    ['Slack fails after it stored a message, or refuses it', onSlack.slice(third, -third), 4],
    ['Slack’s history, sockets, channel or token change', onSlack.slice(-third), 5],
    ['the mention service fails in any known way', onService, 2],
    ['two of these faults happen at once', randomPairs(shortFaults, 8, 3), 3],
  ])('when %s', (_what, faults, seed) => isUnharmedBy(faults, seed))
})
