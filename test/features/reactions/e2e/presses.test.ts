import { expect, it } from 'vitest'
import { brand, mei } from '../../../tools/e2e/people-world.ts'
import { createProcesses } from '../../../tools/e2e/processes.ts'

it('of three processes each changes the card after a reaction, also those that do not poll, without a request to the mention service', async () => {
  const size = 3
  const processes = await createProcesses(size, {
    subscriptions: [
      { name: 'cards', alert: 'Acme brand', channel: brand, schedule: '0 0 1 1 *', burst: 1000, backfill: 3 },
    ],
  })
  const { world } = processes
  try {
    for (let id = 1; id <= 3; id++) world.add(id)
    await processes.startAll()
    await world.until('the cards', () => world.ids(brand).length === 3)
    // The requests of the start are over, and the next poll is a year away.
    await world.until('the end of what a start asks the mention service', () => {
      const requests = world.service.log.requests()
      return (
        requests.some(({ path }) => path.endsWith('series/sentiment')) &&
        requests.every(({ time, status }) => status === 200 && Date.now() - time > 3000)
      )
    })
    const cards = () => world.posted(brand).filter(({ ids }) => ids.length === 1)
    async function reactToEach(remove: boolean, shown: RegExp): Promise<void> {
      const sent = world.slack.state.envelopes.length
      for (const { ts } of cards())
        await world.slack.people.react({ user: mei, channel: brand, ts, reaction: 'eyes', remove })
      await world.until('the change of all cards', () => cards().every(({ text }) => shown.test(text)))
      expect(processes.connectionsSince(sent)).toBe(size)
    }
    const before = world.service.log.counters().requests
    await reactToEach(false, /Claimed by mei/)
    await reactToEach(true, /^(?!.*Claimed)/s)
    expect(world.service.log.counters().requests).toBe(before)
  } finally {
    await processes.close()
  }
})
