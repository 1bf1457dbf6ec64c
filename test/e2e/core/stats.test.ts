import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Message } from '../../../packages/slack-on-your-desk/src/index.ts'
import { alertId, channel, createWorld, type World } from '../../tools/e2e/bot-world.ts'
import { isPending } from '../../tools/e2e/pending.ts'
import { readableMessage } from '../../tools/message-sketch.ts'

/**
 * `/mentions-stats` over Socket Mode. Each group of tests has a bot process of its own, because all people together may use 120 requests a
 * minute.
 */

const support = 'C0000SUPPRT'
const [ana, ben, kim, mei] = ['U0000000ANA', 'U0000000BEN', 'U0000000KIM', 'U0000000MEI'] as const
const day = 86_400_000
/** Requests for one answer. */
const needs = 16

let world: World
async function openWorld(): Promise<void> {
  world = await createWorld({
    configuration: {
      subscriptions: [{ name: 'acme', alert: 'Acme brand', channel: '#brand-watch', schedule: '0 3 1 1 *' }],
    },
    // The tests ask faster than people do and would soon reach a hundred requests a second.
    service: { limits: { perAddress: { requests: 10_000, windowMs: 1000 } } },
    slack: {
      channels: [
        { id: channel, name: 'brand-watch', botIsMember: true },
        { id: support, name: 'support', botIsMember: true },
        { id: 'C0000ELSEWH', name: 'elsewhere', botIsMember: false },
      ],
    },
  })
  world.mentionStore.addAlert({ alert_id: '2002', alert_type: 'leads', alert_name: 'Leads of Acme' })
  for (let id = 1; id <= 40; id++)
    world.add(id, {
      date: Date.now() - id * day,
      reach: id * 100,
      ...(id % 4 === 0 && { sentiment: 'negative' }),
    })
  world.mentionStore.add('2002', {
    id: '900',
    date: Date.now(),
    url: 'https://leads.example/1',
    author: { name: 'Lee' },
    source: 'web',
    title: 'Looking for a tool',
  })
  world.mentionStore.addAlert({ alert_id: '3003', alert_type: 'mentions', alert_name: 'Rival one' })
  for (const id of ['950', '951'])
    world.mentionStore.add('3003', {
      ...{ id, date: Date.now() - 2 * day, url: `https://rival.example/${id}`, reach: 50 },
      ...{ author: { name: 'Lee' }, source: 'web', title: 'Rival one is fine', sentiment: 'positive' },
    })
  world.start()
  await world.until(
    'a connection and the first look',
    () => world.posted().length > 0 && world.slack.control.sockets() > 0,
  )
  // Polls ask for the days before once, so that these requests are not counted as those of an answer.
  const isHistory = ({ path, status }: { path: string; status?: number }) =>
    path.endsWith('/time_series/sentiment') && status === 200
  await world.until('the days before', () => world.service.log.requests().some(isHistory))
}

function describeInWorld(name: string, tests: () => void): void {
  describe(name, () => {
    beforeAll(openWorld)
    afterAll(() => world?.close())
    tests()
  })
}

/** The ephemeral answers that somebody sees in a channel. */
const seenBy = (user: string, where: string): Message[] =>
  world.slack.state.ephemerals
    .filter((one) => one.channel === where && one.user === user && !isPending(one))
    .map(({ message }) => message)

/** Asks and waits for the next answer to this person. */
async function ask(user: string, line: string, where = channel): Promise<Message> {
  const before = seenBy(user, where).length
  const ack = await world.slack.people.runCommand({ user, channel: where, line: `/mentions-stats ${line}` })
  expect(ack.kind).toBe('acknowledged')
  return answerAfter(user, where, before)
}

async function answerAfter(user: string, where: string, before: number): Promise<Message> {
  await world.until('an answer', () => seenBy(user, where).length > before)
  const answer = seenBy(user, where)[before]
  if (answer === undefined) throw new Error('no answer')
  return answer
}

async function press(user: string, { ts }: Message, actionId: string, where = channel) {
  const ack = await world.slack.people.press({ user, channel: where, ts, actionId })
  expect(ack.kind).toBe('acknowledged')
}

/** Chooses an option of a select by its label. */
async function choose(user: string, { ts, blocks = [] }: Message, actionId: string, label: string) {
  const options = JSON.stringify(blocks).matchAll(/"text":"([^"]*)"[^{}]*\},"value":"((?:[^"\\]|\\.)*)"/g)
  const [, , value = ''] = [...options].find(([, text]) => text === label) ?? []
  const ack = await world.slack.people.press({
    user,
    channel,
    ts,
    actionId,
    choice: JSON.parse(`"${value}"`),
  })
  expect(ack.kind).toBe('acknowledged')
}

const read = ({ text, blocks = [] }: Message) => readableMessage({ text, blocks })
const hasChart = ({ blocks = [] }: Message) => blocks.some(({ type }) => type === 'data_visualization')
/** Polls and checks of ids ask for mentions without a range of dates, at moments of their own. */
const insightRequests = () =>
  world.service.log
    .requests()
    .filter(({ path, parameters }) => /insights|mentions$/.test(path) && 'date_from' in parameters)

describeInWorld('the answer to /mentions-stats', () => {
  it('has the numbers of the channel’s alert, visible only to the asker', async () => {
    const answer = await ask(ana, '')
    // Today is one of the thirty dates; the mentions are from the forty dates before it.
    expect(read(answer)).toContain(': 29 mentions')
    expect(read(answer)).toContain('(7 of')
    expect(read(answer)).toContain('Acme in the news, 29')
    expect(seenBy(ben, channel)).toEqual([])
  })

  it('asks which alert in a channel without subscriptions, and then replaces the question', async () => {
    const question = await ask(ana, '14d', support)
    expect(read(question)).toContain('Which alert do you want numbers for?')
    await press(ana, question, 'stats_ask:alert0', support)
    await world.until('the answer', () => read(seenBy(ana, support)[0] ?? question).includes('last 14 days'))
    expect(seenBy(ana, support)).toHaveLength(1)
    expect(read(seenBy(ana, support)[0] ?? question)).toContain(': 13 mentions')
  })

  it('says what was not understood and lists the alerts', async () => {
    expect(read(await ask(ben, 'by:hour'))).toMatch(/by:hour.*is not clear.*Acme brand/s)
    expect(read(await ask(ben, 'nosuch'))).toMatch(/No alert matches.*nosuch.*Leads of Acme/s)
    expect(read(await ask(ben, 'acme brand last year'))).toMatch(/last year.*is not clear.*one period/s)
    expect(read(await ask(ben, 'acme brand 7d 30d'))).toMatch(/7d.*is not clear.*one period/s)
    expect(read(await ask(ben, 'help'))).toContain('/mentions-stats [alert] [period] [options]')
  })

  it('lists the mentions of a leads alert, and says that it has no totals and no chart', async () => {
    expect(read(await ask(ben, '“leads of acme” 2026-01-01..2027-12-31'))).toMatch(
      /No totals and no chart for this alert.*Looking for a tool/s,
    )
  })

  it('compares two alerts, and says why an alert cannot be compared', async () => {
    const compared = read(await ask(kim, 'acme brand vs rival 14d'))
    expect(compared).toContain('Acme brand vs Rival one, last 14 days: 13 to 2 mentions')
    expect(compared).toMatch(/Acme brand \| 13 \| 87%.*Rival one \| 2 \| 13%/s)
    expect(compared).toContain('Shares are of 15 mentions')
    expect(read(await ask(kim, 'acme brand vs leads'))).toMatch(/Leads of Acme.*cannot be compared.*leads/s)
    expect(read(await ask(kim, 'acme brand vs rivel'))).toMatch(/No alert matches.*rivel/s)
    expect(read(await ask(kim, 'acme brand vs “Acme brand”'))).toMatch(/it is the same alert/)
  })

  it('says that the limit of the plan is reached', async () => {
    world.mentionStore.setLimit({ reached: true, renewsAt: Date.UTC(2027, 0, 1) })
    expect(read(await ask(kim, '9d'))).toContain("The plan's limit is reached until")
    world.mentionStore.setLimit({ reached: false })
  })
})

describeInWorld('the controls of a /mentions-stats answer', () => {
  it('change the answer in place', async () => {
    const answer = await ask(kim, '')
    const seen = seenBy(kim, channel).length
    await choose(kim, answer, 'stats_ask:range', 'Last 7 days')
    const now = () => seenBy(kim, channel).find(({ ts }) => ts === answer.ts) ?? answer
    await world.until('seven days', () => read(now()).includes('last 7 days'))
    expect(read(now())).toContain(': 6 mentions')
    await press(kim, answer, 'stats_ask:more')
    await world.until('the breakdown', () => read(now()).includes('[Summary]'))
    await choose(kim, now(), 'stats_ask:source', 'Reddit')
    await world.until('Reddit only', () => read(now()).includes('Reddit only'))
    expect(read(now())).toContain(': 0 mentions')
    expect(seenBy(kim, channel)).toHaveLength(seen)
  })

  it('show a custom range between two dates that a modal asks for', async () => {
    const answer = await ask(kim, '')
    await choose(kim, answer, 'stats_ask:range', 'Custom…')
    const view = () => world.slack.state.views.find(({ user }) => user === kim)?.view
    await world.until('the modal', () => view() !== undefined)
    const submit = (from: string, to: string) =>
      world.slack.people.submitView({
        user: kim,
        viewId: view()?.id ?? '',
        answers: { from: { from }, to: { to } },
      })
    const wrong = await submit('2026-11-20', '2026-11-10')
    expect(wrong).toMatchObject({ errors: { to: 'The range cannot be used: it ends before it begins.' } })
    await submit('2026-11-10', '2026-11-20')
    const now = () => seenBy(kim, channel).find(({ ts }) => ts === answer.ts) ?? answer
    await world.until('the range', () => read(now()).includes('Nov 10 – 20, 2026'))
  })

  it('post the answer to the channel once, even if two presses come at once, without controls and without a receipt', async () => {
    const answer = await ask(mei, '21d')
    await Promise.all([press(mei, answer, 'stats_post'), press(mei, answer, 'stats_post')])
    const posted = () =>
      world.slack.control.messages(channel).filter(({ text }) => text.includes('last 21 days'))
    await world.until('the message', () => posted().length > 0)
    await world.until('two answers', () => seenBy(mei, channel).length >= 3)
    expect(posted()).toHaveLength(1)
    expect(posted()[0]?.metadata).toBeUndefined()
    expect(posted()[0]?.blocks?.some(({ type }) => type === 'actions')).toBe(false)
  })

  it('tell the asker if the bot is not in the channel', async () => {
    const answer = await ask(mei, 'acme brand', 'C0000ELSEWH')
    const before = seenBy(mei, 'C0000ELSEWH').length
    await press(mei, answer, 'stats_post', 'C0000ELSEWH')
    expect(read(await answerAfter(mei, 'C0000ELSEWH', before))).toContain('Overheard is not in this channel')
  })
})

describeInWorld('the requests of /mentions-stats to the mention service', () => {
  it('are made once for ten people who ask the same at the same time or within a minute', async () => {
    const before = insightRequests().length
    const people = [ana, ben, kim, mei, ana, ben, kim, mei, ana, ben]
    const answers = () => people.slice(0, 4).flatMap((user) => seenBy(user, channel)).length
    const seen = answers()
    for (const user of people)
      void world.slack.people.runCommand({ user, channel, line: '/mentions-stats 11d' })
    await world.until('ten answers', () => answers() === seen + 10)
    expect(insightRequests().length - before).toBe(needs)
    expect(read(await ask(ana, '11d by:day'))).toContain('last 11 days')
    expect(insightRequests().length - before).toBe(needs)
  })

  it('are all sent before the first is answered', async () => {
    const before = insightRequests().length
    const slow = 3000
    world.service.faults.plan({ path: '/v1.0/alerts/*', fault: { kind: 'slow', ms: slow } })
    await ask(ana, '12d')
    world.service.faults.clear()
    const times = insightRequests()
      .slice(before)
      .map(({ time }) => time)
    expect(times).toHaveLength(needs)
    expect(Math.max(...times) - Math.min(...times)).toBeLessThan(slow)
  })
})

describeInWorld('failures during /mentions-stats', () => {
  it('if the service refuses one number, the answer names the reason and shows the others', async () => {
    world.service.faults.plan({
      path: '*/total/reach',
      fault: { kind: 'status', status: 400, code: 40, message: "'x'" },
    })
    const answer = await ask(ana, '13d')
    world.service.faults.clear()
    expect(read(answer)).toContain(': 12 mentions')
    expect(read(answer)).toContain('Missing: reach')
  })

  it('if the service refuses everything, the asker gets an answer with the reason', async () => {
    world.service.faults.plan({
      path: `/v1.0/alerts/${alertId}/*`,
      fault: { kind: 'status', status: 404, code: 30 },
    })
    const answer = await ask(ana, '15d')
    world.service.faults.clear()
    expect(read(answer)).toContain('No statistics right now: the mention service does not know this alert')
  })

  it('if the response URL is used up, the answer is posted as a new message', async () => {
    world.slack.control.fault({ method: 'response_url', act: { do: 'error', error: 'used_url' }, times: 1 })
    expect(read(await ask(ana, '11d'))).toContain('last 11 days')
    expect(world.slack.control.calls('chat.postEphemeral')).toHaveLength(1)
  })

  it('if Slack refuses an answer with a chart, it comes without the chart, and later answers are sent without a chart at once', async () => {
    expect(hasChart(await ask(ben, '11d'))).toBe(true)
    world.slack.control.fault({
      method: 'response_url',
      act: { do: 'error', error: 'invalid_blocks' },
      times: 1,
    })
    const plain = await ask(ben, '12d')
    expect(hasChart(plain)).toBe(false)
    expect(read(plain)).toContain('last 12 days')
    const calls = world.slack.control.calls('response_url').length
    expect(hasChart(await ask(ben, '11d'))).toBe(false)
    expect(world.slack.control.calls('response_url').length - calls).toBe(1)
  })
})
