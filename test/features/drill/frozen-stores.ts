import { expect, it } from 'vitest'
import type { ListeningTests } from '../../tools/e2e/frozen-listening.ts'
import { brand, mei } from '../../tools/e2e/people-world.ts'

export const listeningTests: ListeningTests = (moment) => {
  it('a drill that began before the update goes on: it takes an answer, and it is still the only one', async () => {
    const { world, people } = moment()
    expect(await people.ask(mei, brand, '/mentions drill acme urgent')).toContain(
      'running in this channel already',
    )
    const drill = () => people.find(brand, /^Drill: /)
    await people.press(mei, brand, drill()?.ts ?? '', 'drill_answer')
    await world.until('the answer', () => drill()?.text.includes('mei answered') === true)
  })
}
