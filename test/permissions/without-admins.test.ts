import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type AttackWorld, openAttackWorld } from '../tools/attack-world.ts'
import { lines } from './attack-lines.ts'
import { carriesValues } from './forge.ts'
import { dependsOnAdmins, forge, nameOf, walk } from './walk.ts'

describe('if the configuration names no admins, members change only their own channels, and send no private alert elsewhere, by', () => {
  let world: AttackWorld
  beforeAll(async () => {
    const counts = { open: 20, claimed: 1, done: 1, 'not-relevant': 1, burst: 10, spike: 1 }
    world = await openAttackWorld({ admins: false, counts })
  })
  afterEach(async () => {
    await world.nextMinute()
    expect(world.leaks()).toEqual([])
  })
  afterAll(() => world?.close())

  const walked = lines.filter(dependsOnAdmins)
  it.each(walked.filter(carriesValues).map((line, turn) => [nameOf(line), { line, turn }] as const))(
    '%s, with forged values',
    async (_name, turn) => {
      expect(await forge(world, turn, false)).toEqual([])
    },
  )

  it.each(walked.map((line, turn) => [nameOf(line), { line, turn }] as const))('%s', async (_name, turn) => {
    const { wanted, found } = await walk(world, turn, false)
    expect(found).toEqual(wanted)
  })
})
