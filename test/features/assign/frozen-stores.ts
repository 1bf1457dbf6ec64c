import { expect, it } from 'vitest'
import type { ListeningTests } from '../../tools/e2e/frozen-listening.ts'

export const listeningTests: ListeningTests = (moment) => {
  it('the turns of a rule go on: the next mention goes to the person who did not have the last one', async () => {
    const { world, card } = moment()
    const holder = (number: number) =>
      /Assigned to (Ana Lima|Ben Okafor)/.exec(card(`Acme on json.example, ${number}`).text)?.[1]
    expect([holder(1), holder(2)]).not.toContain(undefined)
    await world.until('the next turn', () => holder(3) !== undefined)
  })
}
