import { expect, it } from 'vitest'
import type { ListeningTests } from '../../tools/e2e/frozen-listening.ts'
import type { FrozenTests } from '../../tools/e2e/frozen-world.ts'
import { ana } from '../../tools/e2e/people-world.ts'

const brand = 'C00000BRAND'
const kim = 'U0000000KIM'

export const tests: FrozenTests = (moment) => {
  it('the person who has the watch for a day, and then the group, are called once about urgent mentions that nobody claimed', async () => {
    const { people, hears, told, direct } = moment()
    expect(await people.ask(ana, brand, '/mentions duty')).toContain('Kim Lee is on duty until')
    await hears(direct(kim), /Nobody has claimed[\s\S]*1326/)
    await hears(brand, /Kim Lee was notified first/)
    expect(told(direct(kim), /Nobody has claimed[\s\S]*1326/)).toHaveLength(1)
    expect(told(direct(kim), /Nobody has claimed[\s\S]*1320/)).toHaveLength(1)
    expect(told(brand, /Kim Lee was notified first/)).toHaveLength(1)
  })
}

export const listeningTests: ListeningTests = (moment) => {
  it('the person who was handed the watch before the update has it', async () => {
    const { people } = moment()
    expect(await people.ask(ana, brand, '/mentions duty')).toMatch(/mei is on duty until/)
  })
}
