import { expect, it } from 'vitest'
import { onPostgres, type WorldOptions } from '../../../tools/e2e/bot-world.ts'
import { inHttpMode } from '../../../tools/e2e/http-mode.ts'
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

const noOptions = async (): Promise<Partial<WorldOptions>> => ({})

it.each([
  ...(onPostgres
    ? []
    : ([
        ['one process on a folder', 1, noOptions],
        ['one process in HTTP mode', 1, inHttpMode],
      ] as const)),
  ['three processes on PostgreSQL', 3, noOptions] as const,
])(
  'kills of %s after a press, before Slack says that it has the post, and after the post: each tracked page is posted once, and people can handle it',
  async (_, size, options) => {
    const mode = await options()
    const processes = await createProcesses(size, configuration, {
      ...mode,
      slack: { ...slack, ...mode.slack },
    })
    const { world, people } = processes
    const { control } = world.slack
    addAlerts(world)
    try {
      const { write, press, posts } = trackingIn(world)
      const isPosted = (page: number) => posts(brand, `kill.example/${page}`).length > 0
      const messages = [1, 2, 3].map((page) =>
        write(ben, brand, `Page ${page} <https://kill.example/${page}>`),
      )
      const [first = '', second = '', third = ''] = messages
      const track = async (ts: string) =>
        expect(await press(ana, brand, ts)).toMatchObject({ kind: 'acknowledged' })
      const restart = async () => {
        await processes.killAll()
        await processes.startAll()
      }
      await processes.startAll()
      await world.until('the first looks', () => [brand, rivals, crisis].every(world.watches))

      await track(third)
      await restart()
      await world.until('the post of the first press', () => isPosted(3))

      // Slack posts the first page and never says so. It loses the second page and never says so.
      const fault = { method: 'chat.postMessage', times: 1 } as const
      control.fault({ ...fault, text: 'Page 1', act: { do: 'hang', after: true } })
      control.fault({ ...fault, text: 'Page 2', act: { do: 'hang' } })
      await track(first)
      await track(second)
      await world.until('the post that Slack does not confirm', () => isPosted(1))
      await restart()
      await world.until('the post that Slack lost', () => isPosted(2))
      await restart()

      await expect
        .poll(() => people.ask(ben, brand, '/mentions open'))
        .toSatisfy((list: string) => [1, 2, 3].every((page) => list.includes(`kill.example/${page}`)))
      for (const ts of messages)
        expect(await people.answerTo(ben, brand, () => press(ben, brand, ts))).toContain('already posted')
      for (const page of [1, 2, 3]) {
        const [post, ...more] = posts(brand, `kill.example/${page}`)
        expect(more).toEqual([])
        await people.press(ben, brand, post?.ts ?? '', 'mention_claim')
      }
      await world.until('the claims', () => posts(brand, 'Claimed by Ben Okafor').length === 3)
    } finally {
      await processes.close()
    }
  },
)
