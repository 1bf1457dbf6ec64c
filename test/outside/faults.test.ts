import { describe, expect, it } from 'vitest'
import { type NamedFault, shortFaults } from './faults.ts'
import { randomPairs, stormOfFaults } from './storm-of-faults.ts'

const limit = 170_000

async function isUnharmedBy(faults: NamedFault[][], seed: number) {
  const toll = await stormOfFaults({ faults, seed, doubtSeconds: 1 })
  expect(toll.made).toBeGreaterThan(0)
  expect(toll).toMatchObject({ lost: [], twice: [], outOfOrder: [], secrets: [] })
}

const alone = shortFaults.map((fault) => [fault])
const half = Math.ceil(alone.length / 2)

describe.concurrent('while mentions flow, nothing is lost and nothing comes twice', () => {
  it('whatever goes wrong on Slack’s side', () => isUnharmedBy(alone.slice(0, half), 1), limit)
  it('whatever goes wrong on the service’s side', () => isUnharmedBy(alone.slice(half), 2), limit)
  it('when two things go wrong at once', () => isUnharmedBy(randomPairs(shortFaults, 8, 3), 3), limit)
})
