import { afterEach, describe, expect, it } from 'vitest'
import { channel, createWorld, type World } from '../tools/e2e/bot-world.ts'
import { noTroubles, problemsOf, troubleThat } from '../tools/e2e/status.ts'

/** Slack refuses posts with error codes that the bot does not know. */

const acme = { name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }

let world: World | undefined
afterEach(() => world?.close())

/** A world after the initial sync, with mention 11 posted. */
async function runningWorld(configuration: object = { subscriptions: [acme] }): Promise<World> {
  const created = await createWorld({ configuration: { doubtSeconds: 1, ...configuration } })
  world = created
  created.add(10)
  created.start()
  await created.until('the initial sync', () => created.posted().length > 0)
  created.add(11)
  await created.until('11', () => created.ids().includes('11'))
  return created
}

const refuse = ({ slack }: World, error: string, text?: string) =>
  slack.control.fault({
    method: 'chat.postMessage',
    act: { do: 'error', error },
    ...(text === undefined ? {} : { text }),
  })

/** For each try to post a mention, in order, whether Slack accepted it. */
const triesOf = ({ slack }: World, id: string) =>
  slack.control
    .calls('chat.postMessage')
    .flatMap(({ args, answer }, index) =>
      JSON.stringify(args).includes(`news.example/${id}`) ? [{ index, taken: answer?.ok === true }] : [],
    )

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index))

describe('H2: while Slack refuses every post with an unknown error code', () => {
  it.each([
    ['external_channel_migrating', 'SIGTERM'],
    ['something_nobody_has_seen', 'SIGKILL'],
  ] as const)(
    '(%s) no mention is given up, the problem is reported, and afterwards each mention is posted once, although the process was ended by %s',
    async (code, signal) => {
      const made = await runningWorld()
      const fault = refuse(made, code)
      for (const id of numbers(12, 20)) made.add(id)
      const problem = await troubleThat(made, `a problem with ${code}`, (one) => one.code === code)
      expect(problem.what).toContain(code)
      made.add(21)
      await made.end(signal)
      made.start()
      await troubleThat(made, `the problem again`, (one) => one.code === code)
      expect(made.ids()).toEqual(['11'])
      made.slack.control.clearFaults(fault)
      await made.until('everything is posted', () => new Set(made.ids()).size === 11)
      expect(made.ids().toSorted()).toEqual(numbers(11, 21))
      await noTroubles(made)
    },
  )

  it('a single mention is tried again, also after a restart, and posted when Slack accepts it', async () => {
    const made = await runningWorld()
    const fault = refuse(made, 'something_nobody_has_seen', 'news.example/12')
    made.add(12)
    await troubleThat(made, 'a trouble', (one) => one.code === 'something_nobody_has_seen')
    const before = triesOf(made, '12').length
    await made.until('the next tries', () => triesOf(made, '12').length >= 2 * before)
    await made.end()
    made.start()
    await troubleThat(made, 'the trouble again', (one) => one.code === 'something_nobody_has_seen')
    expect((await problemsOf(made)).filter(({ key }) => key.startsWith('rejected'))).toEqual([])
    made.slack.control.clearFaults(fault)
    await made.until('12', () => made.ids().includes('12'))
    expect(made.ids()).toEqual(['11', '12'])
    await noTroubles(made)
  })

  it('a digest is tried again, and posted once when Slack accepts it', async () => {
    const digest = { name: 'daily', channel, alerts: ['1001'], schedule: '0 0 * * *', period: 'day' }
    const made = await createWorld({ configuration: { doubtSeconds: 1, digests: [digest] } })
    world = made
    const fault = refuse(made, 'something_nobody_has_seen')
    made.add(1, { date: Date.now() - 86_400_000 })
    made.start()
    await troubleThat(made, 'a trouble', (one) => one.code === 'something_nobody_has_seen')
    made.slack.control.clearFaults(fault)
    await made.until('the digest', () => made.slack.control.messages(channel).length > 0)
    await noTroubles(made)
    const sent = made.slack.control.messages(channel)
    expect(sent.map(({ metadata }) => metadata?.event_type)).toEqual(['overheard_digest'])
  })
})

describe('H2: one mention that Slack refuses with an unknown error code', () => {
  it('does not block the others, and is committed as rejected only after Slack accepted another message', async () => {
    const made = await runningWorld()
    refuse(made, 'something_nobody_has_seen', 'news.example/13')
    for (const id of numbers(12, 15)) made.add(id)
    await made.until('the others', () => ['12', '14', '15'].every((id) => made.ids().includes(id)))
    const problem = await troubleThat(made, '13 is rejected', (one) => one.key === 'rejected 13')
    expect(problem.what).toContain('something_nobody_has_seen')
    expect(made.ids().toSorted()).toEqual(['11', '12', '14', '15'])
    const taken = triesOf(made, '14').find((one) => one.taken)?.index ?? Number.NaN
    const refused = triesOf(made, '13').map(({ index }) => index)
    expect(refused.some((index) => index < taken)).toBe(true)
    expect(refused.some((index) => index > taken)).toBe(true)
    expect((await problemsOf(made)).map(({ key }) => key)).toEqual(['rejected 13'])
  })

  it('is the only rejected one of its burst', async () => {
    const made = await runningWorld()
    refuse(made, 'something_nobody_has_seen', 'news.example/25')
    for (const id of numbers(12, 31)) made.add(id)
    await troubleThat(made, '25 is rejected', (one) => one.key === 'rejected 25')
    const others = numbers(11, 31).filter((id) => id !== '25')
    await made.until('the others', () => new Set(made.ids()).size === others.length)
    expect(made.ids().toSorted()).toEqual(others)
    expect((await problemsOf(made)).map(({ key }) => key)).toEqual(['rejected 25'])
  })

  it('is recognised as the cause after Slack accepted a message of another subscription', async () => {
    const made = await runningWorld({
      subscriptions: [
        { ...acme, only: { source: ['web'] } },
        { ...acme, name: 'forums', only: { source: ['forum'] } },
      ],
    })
    refuse(made, 'something_nobody_has_seen', 'news.example/12')
    made.add(12)
    await troubleThat(made, 'a trouble', (one) => one.code === 'something_nobody_has_seen')
    expect((await problemsOf(made)).map(({ key }) => key)).not.toContain('rejected 12')
    made.add(13, { source: 'forum' })
    await troubleThat(made, '12 is rejected', (one) => one.key === 'rejected 12')
    made.add(14)
    await made.until('14', () => made.ids().includes('14'))
    expect(made.ids()).toEqual(['11', '13', '14'])
  })
})
