import { expect, it } from 'vitest'
import { createProcesses } from '../../../tools/e2e/processes.ts'
import {
  addAlerts,
  ana,
  ben,
  brand,
  configuration,
  crisis,
  rivals,
  slack,
  trackingIn,
} from './tracking-world.ts'

it.each([
  ['one process on a folder', 1],
  ['three processes on PostgreSQL', 3],
])(
  'kills of %s after a press, after the post, and before Slack says that it has the post: each tracked page is posted once, and people can handle it',
  async (_, size) => {
    const processes = await createProcesses(size, configuration, { slack })
    const { world, people } = processes
    addAlerts(world)
    try {
      const { write, press, posts } = trackingIn(world)
      await processes.startAll()
      await world.until('the first looks', () => [brand, rivals, crisis].every(world.watches))
      const messages = [1, 2, 3].map((page) =>
        write(ben, brand, `Page ${page} <https://kill.example/${page}>`),
      )
      // Slack posts the first and never says so, and does not post the second and never says so.
      world.slack.control.fault({
        method: 'chat.postMessage',
        text: 'Page 1',
        times: 1,
        act: { do: 'hang', after: true },
      })
      world.slack.control.fault({ method: 'chat.postMessage', text: 'Page 2', times: 1, act: { do: 'hang' } })
      for (const ts of messages) expect(await press(ana, brand, ts)).toMatchObject({ kind: 'acknowledged' })
      await processes.killAll()
      world.slack.control.clearFaults(1)
      await processes.startAll()
      await world.until('every post', () =>
        [1, 2, 3].every((page) => posts(brand, `kill.example/${page}`).length > 0),
      )
      for (const ts of messages) await press(ben, brand, ts)
      await processes.killAll()
      await processes.startAll()
      const [post] = posts(brand, 'kill.example/1')
      await world.until('the record of the first post', () => true)
      await expect
        .poll(
          async () => {
            await people.press(ben, brand, post?.ts ?? '', 'mention_claim')
            return posts(brand, 'Claimed by Ben Okafor').length
          },
          { interval: 500 },
        )
        .toBe(1)
      for (const page of [1, 2, 3]) expect(posts(brand, `kill.example/${page}`)).toHaveLength(1)
    } finally {
      await processes.close()
    }
  },
)
