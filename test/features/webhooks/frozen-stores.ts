import { expect, it } from 'vitest'
import type { FrozenTests } from '../../tools/e2e/frozen-world.ts'

export const tests: FrozenTests = (moment) => {
  it('every event that waited for a webhook, and every change that a card kept for it, arrives with its signature', async () => {
    const { world, frozen } = moment()
    const waiting = Object.values(frozen.messages['webhook-events'] ?? {}).map((one) =>
      typeof one === 'object' && one !== null && 'id' in one ? String(one.id) : '',
    )
    expect(waiting.length).toBeGreaterThan(30)
    const arrived = () => new Set(world.receiver.received.map(({ id }) => id))
    await world.until('the events', () => waiting.every((id) => arrived().has(id)))
    expect(world.receiver.received.filter(({ problem }) => problem !== undefined)).toEqual([])
    const ofCard = () =>
      world.receiver.received.filter(({ body }) => JSON.stringify(body).includes('news.example/1302'))
    await world.until('the changes', () => new Set(ofCard().map(({ id }) => id)).size >= 8)
  })
}
