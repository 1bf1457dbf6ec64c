import { expect, it } from 'vitest'
import type { FrozenTests } from '../../tools/e2e/frozen-world.ts'
import { ana } from '../../tools/e2e/people-world.ts'

const brand = 'C00000BRAND'

export const tests: FrozenTests = (moment) => {
  it('the end of a reaction takes back what the reaction did to a card before', async () => {
    const { world, cardOf, shows } = moment()
    const { ts, text } = cardOf(brand, 1307)
    expect(text).toContain('Done by Ana Lima')
    await world.slack.people.react({
      user: ana,
      channel: brand,
      ts,
      reaction: 'white_check_mark',
      remove: true,
    })
    await shows(1307, 'Claimed by Ana Lima')
  })
}
