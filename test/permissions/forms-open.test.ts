import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AttackWorld, copied, openAttackWorld, people } from '../tools/attack-world.ts'
import { createHeldRequests } from '../tools/held-requests.ts'
import { lines } from './attack-lines.ts'
import { nameOf } from './walk.ts'

/**
 * Slack refuses a form that opens later than three seconds after the press. So none may wait for an answer of Slack or of the mention service.
 * There is a line for everything that is registered with Slack's SDK (see with-admins.test.ts), so this tries the forms of new features, too.
 */

const hour = 3_600_000

describe('while neither Slack nor the mention service answers', () => {
  const held = createHeldRequests()
  const shown = new Set<string>()
  let world: AttackWorld
  beforeAll(async () => {
    const counts = { open: 60, claimed: 5, done: 5, 'not-relevant': 5, burst: 15, spike: 15 }
    // For an admin, the bot would ask nobody what the person may do.
    world = await openAttackWorld({ admins: false, counts, between: held.between })
    world.slack.subscribe((change) => {
      if (change.type !== 'view_opened' && change.type !== 'view_updated') return
      const { title, callback_id: callback } = change.view as { title: { text: string }; callback_id: string }
      if (title.text !== copied) shown.add(callback)
    })
  })
  afterAll(async () => {
    held.release()
    await world?.close()
    held.close()
  })

  it.each(lines.map((line) => [nameOf(line), line] as const))(
    'a form opens in time: %s',
    async (_name, line) => {
      // What the bot knows of people, channels and alerts is too old by now.
      world.advance(2 * hour)
      await world.settled()
      held.forms.length = 0
      held.hold()
      const attack = line.attack(
        world,
        { user: people.outside, role: 'outside' },
        { name: 'own', there: true },
      )
      const quiet = () => world.activity.endedExcept(held.count)
      await quiet()
      world.advance(1000)
      await quiet()
      const opened = () => held.forms.filter((form) => form === 'views.open').length
      const inTime = opened()
      held.release()
      await world.timePasses(attack, world.settled)
      await world.settled()
      expect(opened()).toBe(inTime)
    },
  )

  it('every form that is registered was opened', () => {
    const registered = world.registered.flatMap((one) => (one.startsWith('view ') ? [one.slice(5)] : []))
    expect(registered.length).toBeGreaterThan(5)
    expect(registered.filter((callback) => !shown.has(callback))).toEqual([])
  })
})
