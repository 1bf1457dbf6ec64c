import { expect, it } from 'vitest'
import type { ListeningTests } from '../../tools/e2e/frozen-listening.ts'
import { ana, brand } from '../../tools/e2e/people-world.ts'

export const listeningTests: ListeningTests = (moment) => {
  it('a person who said so before the update is still away', async () => {
    const { people } = moment()
    expect(await people.ask(ana, brand, '/mentions away')).toMatch(/Kim Lee|<@U0000000KIM>/)
  })
}
