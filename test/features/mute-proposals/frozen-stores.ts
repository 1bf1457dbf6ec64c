import { expect, it } from 'vitest'
import type { FrozenTests } from '../../tools/e2e/frozen-world.ts'
import { ana } from '../../tools/e2e/people-world.ts'

export const tests: FrozenTests = (moment) => {
  it('the mutes that the bot proposed are still proposed, and those that people declined are not', async () => {
    const { people } = moment()
    const home = await people.home(ana)
    expect(home).toContain('noise-author')
    expect(home).not.toContain('wanted-')
  })
}
