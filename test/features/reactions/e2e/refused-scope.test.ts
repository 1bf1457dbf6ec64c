import { expect, it } from 'vitest'
import { channel, createWorld } from '../../../tools/e2e/bot-world.ts'

const ana = 'U0000000ANA'

it('an app whose reactions:read was refused hears no reaction and reports nothing, and hears them once it is granted', async () => {
  const world = await createWorld({
    configuration: {
      subscriptions: [{ name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }],
    },
  })
  try {
    const { control, people, state } = world.slack
    const all = state.scopes.bot
    control.setScopes(
      'bot',
      all.filter((scope) => scope !== 'reactions:read'),
    )
    world.start()
    await world.until('the initial sync', () => world.watches())
    world.add(1)
    world.add(2)
    const cardOf = (id: string) => world.posted().find(({ ids }) => ids.includes(id))
    await world.until('the cards', () => cardOf('2') !== undefined)
    const claim = (id: string) =>
      people.react({ user: ana, channel, ts: cardOf(id)?.ts ?? '', reaction: 'eyes' })
    expect(await claim('1')).toBeUndefined()
    control.setScopes('bot', all)
    await claim('2')
    await world.until('the claim', () => cardOf('2')?.text.includes('Claimed by Ana Lima') === true)
    expect(cardOf('1')?.text).not.toContain('Claimed')
    expect(world.output()).not.toMatch(/"level":[45]0/)
  } finally {
    await world.close()
  }
})
