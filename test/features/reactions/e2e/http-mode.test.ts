import { expect, it } from 'vitest'
import { channel, createWorld } from '../../../tools/e2e/bot-world.ts'
import { inHttpMode } from '../../../tools/e2e/http-mode.ts'

const ana = 'U0000000ANA'

it('in HTTP mode a reaction claims a mention, and its removal ends the claim', async () => {
  const world = await createWorld({
    ...(await inHttpMode()),
    configuration: {
      subscriptions: [{ name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }],
    },
  })
  try {
    world.add(1)
    world.start()
    await world.until('the initial sync', () => world.watches())
    world.add(2)
    const card = () => world.posted().find(({ ids }) => ids.includes('2'))
    await world.until('the card', () => card() !== undefined)
    const react = (remove: boolean) =>
      world.slack.people.react({ user: ana, channel, ts: card()?.ts ?? '', reaction: 'eyes', remove })
    await react(false)
    await world.until('the claim', () => card()?.text.includes('Claimed by Ana Lima') === true)
    await react(true)
    await world.until('the release', () => card()?.text.includes('Claimed') === false)
    expect(world.output()).not.toContain('"level":"error"')
  } finally {
    await world.close()
  }
})
