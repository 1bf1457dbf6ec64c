import { expect, it } from 'vitest'
import { clusterTorture } from '../tools/e2e/cluster.ts'

it('three processes on one database post each mention exactly once, in order, although processes are killed or frozen and the database restarts', async () => {
  const toll = await clusterTorture({ blows: 6, kinds: ['kill', 'pause', 'restart'], seed: 4, perSecond: 3 })
  expect(toll.made).toBeGreaterThan(5)
  expect(toll).toMatchObject({ lost: [], twice: [], outOfOrder: [], secrets: [], refused: [] })
})
