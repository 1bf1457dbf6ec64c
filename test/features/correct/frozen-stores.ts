import { expect, it } from 'vitest'
import type { ListeningTests } from '../../tools/e2e/frozen-listening.ts'
import { ana, brand } from '../../tools/e2e/people-world.ts'

export const listeningTests: ListeningTests = (moment) => {
  it('a correction of before the update is taken back', async () => {
    const { world, people, card } = moment()
    const corrected = 'Acme on restless.example, 1'
    const { ts } = card(corrected)
    expect(card(corrected).text).toContain('negative')
    const choice = people.choiceOf(brand, ts, 'more')
    const form = await people.modal(ana, () => people.press(ana, brand, ts, 'mention_more', choice))
    expect(JSON.stringify(form.blocks)).toContain('Corrected by Ana Lima')
    await world.slack.people.submitView({
      ...{ user: ana, viewId: form.id },
      answers: { sentiment: { sentiment: 'service' } },
    })
    await world.until('the sentiment of the service', () => !card(corrected).text.includes('negative'))
  })
}
