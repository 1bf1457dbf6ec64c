import { afterEach, expect, it } from 'vitest'
import { channel, createWorld, type World } from '../tools/e2e/bot-world.ts'
import { noProblems, problemsOf, problemThat } from '../tools/e2e/status.ts'

/** Slack refuses posts with error codes that the bot does not know. */

const acme = { name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }

let world: World | undefined
afterEach(() => world?.close())

const refuse = ({ slack }: World, error: string, text?: string) =>
  slack.control.fault({
    method: 'chat.postMessage',
    act: { do: 'error', error },
    ...(text === undefined ? {} : { text }),
  })

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index))

it('no mention is lost while Slack refuses every post with an unknown error code, even if the process is killed', async () => {
  const made = await createWorld({ configuration: { doubtSeconds: 1, subscriptions: [acme] } })
  world = made
  made.add(10)
  made.start()
  await made.until('the initial sync', () => made.posted().length > 0)
  made.add(11)
  await made.until('11', () => made.ids().includes('11'))
  const code = 'something_nobody_has_seen'
  const fault = refuse(made, code)
  for (const id of numbers(12, 20)) made.add(id)
  const problem = await problemThat(made, `a problem with ${code}`, (one) => one.code === code)
  expect(problem.what).toContain(code)
  made.add(21)
  await made.end('SIGKILL')
  made.start()
  await problemThat(made, `the problem again`, (one) => one.code === code)
  expect(made.ids()).toEqual(['11'])
  made.slack.control.clearFaults(fault)
  await made.until('everything is posted', () => new Set(made.ids()).size === 11)
  expect(made.ids().toSorted()).toEqual(numbers(11, 21))
  await noProblems(made)
})

it('one mention that Slack refuses with an unknown error code does not block other mentions, and is reported as rejected', async () => {
  const made = await createWorld({ configuration: { doubtSeconds: 1, subscriptions: [acme] } })
  world = made
  made.add(10)
  made.start()
  await made.until('the initial sync', () => made.posted().length > 0)
  refuse(made, 'something_nobody_has_seen', 'news.example/13')
  for (const id of numbers(12, 15)) made.add(id)
  const problem = await problemThat(made, '13 is rejected', (one) => one.key === 'rejected 13')
  expect(problem.what).toContain('something_nobody_has_seen')
  await made.until('the others', () => made.ids().length === 3)
  expect(made.ids().toSorted()).toEqual(['12', '14', '15'])
  expect((await problemsOf(made)).map(({ key }) => key)).toEqual(['rejected 13'])
})
