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
    [
      'Slack answers a post with a rate limit, the status 503 or a reset connection',
      onSlack.slice(0, third),
      1,
    ],
    [
      'Slack answers a post with an error code, or resets the connection after it stored the message',
      onSlack.slice(third, -third),
      4,
    ],
    [
      'Slack drops metadata or connections, shows messages late, removes the bot from the channel, or revokes its token',
      onSlack.slice(-third),
      5,
    ],
    [
      'the mention service refuses requests, is slow, or answers with something that cannot be read',
      onService,
      2,
    ],
    ['two such faults of Slack or the mention service happen at once', randomPairs(shortFaults, 8, 3), 3],
  ])('when %s', (_what, faults, seed) => isUnharmedBy(faults, seed))
})
