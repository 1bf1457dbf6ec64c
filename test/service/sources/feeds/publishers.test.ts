import { expect, it } from 'vitest'
import { follow, kindsOf } from './following.ts'
import { habits, publishers } from './publishers.ts'

/** Every so many kinds, so that each publisher and each habit comes several times. */
const step = 53

it('no entry of a publisher is lost in 20 looks', async () => {
  const kinds = kindsOf(publishers, habits).filter((_, place) => place % step === 0)
  for (const kind of kinds) expect(await follow(kind), kind.name).toMatchObject({ lost: 0 })
}, 120_000)
