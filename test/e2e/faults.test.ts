import { describe, expect, it } from 'vitest'
import { randomPairs, stormOfFaults } from '../tools/e2e/fault-rounds.ts'
import { type NamedFault, shortFaults } from '../tools/e2e/faults.ts'

const limit = 170_000

async function isUnharmedBy(faults: NamedFault[][], seed: number) {
  const toll = await stormOfFaults({ faults, seed, doubtSeconds: 1 })
  expect(toll.made).toBeGreaterThan(0)
  expect(toll).toMatchObject({ lost: [], twice: [], outOfOrder: [], secrets: [] })
}

const aloneOn = (side: 'Slack' | 'service') =>
  shortFaults.filter(({ name }) => name.startsWith(`${side}: `)).map((fault) => [fault])
const [onSlack, onService] = [aloneOn('Slack'), aloneOn('service')]
const third = Math.ceil(onSlack.length / 3)

describe.concurrent('while mentions flow, nothing is lost and nothing comes twice', () => {
  it.each([
    ['Slack is busy, or gone before it stores', onSlack.slice(0, third), 1],
    ['Slack is gone after it stored, fails, or refuses', onSlack.slice(third, -third), 4],
    ['Slack’s history, sockets, channel or token are not as they were', onSlack.slice(-third), 5],
    ['anything goes wrong on the service’s side', onService, 2],
    ['two things go wrong at once', randomPairs(shortFaults, 8, 3), 3],
  ])('when %s', (_what, faults, seed) => isUnharmedBy(faults, seed), limit)
})
