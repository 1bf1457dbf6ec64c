import { expect, it } from 'vitest'
import { features } from '../../src/features.ts'
import { anyRooms } from '../tools/anything.ts'

/** The features as they run for somebody whose file has no key of a feature. */
const running = features.flatMap((feature) => feature.create(anyRooms(), {}) ?? [])

it('without settings of features, no feature hears of posts, spikes, digests or problems', () => {
  const hearing = running.filter(
    ({ adds: { hooks, problems } }) =>
      hooks?.posted ?? hooks?.spikeStarted ?? hooks?.spikeEnded ?? hooks?.digestPosted ?? problems,
  )
  expect(hearing.map(({ name }) => name)).toEqual([])
})
