import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Pause, pauseSchema } from '../../src/model/pause.ts'
import { reminderSchema } from '../../src/stored-kinds.ts'
import { openStoreOf } from '../tools/e2e/bot-store.ts'
import { alertId, channel as brand, createWorld, type World } from '../tools/e2e/bot-world.ts'
import { peopleOf } from '../tools/e2e/from-slack.ts'
import { openForms } from '../tools/e2e/pending.ts'

/** The end of pauses, and the question after a long one. While the bot is stopped, the test changes the times of the stored pause. */

const [ana, ben] = ['U0000000ANA', 'U0000000BEN'] as const
const support = 'C0000SUPPRT'
const rival = '1003'
const day = 86_400_000

let world: World
beforeAll(async () => {
  world = await createWorld({
    configuration: {
      doubtSeconds: 1,
      subscriptions: [{ name: 'filed', alert: 'Acme brand', channel: brand, schedule: '* * * * * *' }],
    },
  })
  const names = { alert_id: rival, alert_name: 'Rival', alert_type: 'mentions' as const }
  world.mentionStore.addAlert({ ...names, project_id: '1', project_name: 'Acme' })
  for (const alert of [alertId, rival]) world.add(1, { date: Date.now() - 3 * day }, undefined, alert)
  await start()
  await command(support, 'subscribe rival')
  await world.until('a modal', () => openForms(world).length > 0)
  const viewId = openForms(world)[0]?.view.id ?? ''
  await world.slack.people.submitView({ user: ana, viewId, answers: {} })
  await heard(support, 'Watching Rival')
})
afterAll(() => world?.close())

async function start() {
  const seen = world.output().length
  world.start()
  await world.until('its start', () => world.output().slice(seen).includes('Overheard is running'))
  await world.until('a connection', () => world.slack.control.sockets() > 0)
}

const command = (where: string, line: string) =>
  world.slack.people.runCommand({ user: ana, channel: where, line: `/mentions ${line}` })
const lines = (where: string) => world.slack.control.messages(where)
const question = ' is active again after a pause '
const questions = (where: string) => lines(where).filter(({ text }) => text.includes(question))
const heard = (where: string, words: string, count = 1) =>
  world.until(words, () => lines(where).filter(({ text }) => text.includes(words)).length >= count)
/** The ids in the channel, as often as they were posted. The parent of a burst also shows ids of its thread. */
const cards = (where: string) =>
  world
    .posted(where)
    .filter(({ thread, text }) => thread !== undefined || !text.includes('mentions'))
    .flatMap(({ ids }) => ids)

async function pause(
  where: string,
  line: string,
  name: string,
  act: (where: string, line: string) => Promise<unknown> = command,
): Promise<void> {
  const count = () => lines(where).filter(({ text }) => text.includes(`paused posts of ${name}`)).length
  const before = count()
  await act(where, line)
  await world.until(`the pause of ${name}`, () => count() > before)
}

async function changePause(name: string, change: (pause: Pause) => Pause): Promise<void> {
  const store = await openStoreOf(world)
  await store.collection('pauses', pauseSchema).change(name, (current) => current && change(current))
  await store.close()
}

const answer = (where: string, ts: string, actionId: string) =>
  world.slack.people.press({ user: ben, channel: where, ts, actionId })

describe.each([
  ['made in Slack', 'rival', support, rival, 100],
  ['of the configuration file', 'filed', brand, alertId, 200],
])('a subscription %s', (_, name, where, alert, first) => {
  const range = (from: number, count: number) => Array.from({ length: count }, (_, place) => from + place)

  /** Pauses, adds mentions while the bot is stopped, moves the start of the pause back by two days, and resumes; returns the question. */
  async function resumeAfterADay(came: number[]) {
    const confirmed = (place: string, line: string) => peopleOf(world).confirmed(line, ana, place)
    await pause(where, `pause ${name}`, name, confirmed)
    await world.end('SIGTERM')
    for (const id of came) world.add(id, {}, undefined, alert)
    await changePause(name, (found) => ({ ...found, at: found.at - 2 * day }))
    await start()
    const before = questions(where).length
    await command(where, `resume ${name}`)
    await world.until('the question', () => questions(where).length > before)
    return questions(where).at(-1) ?? { ts: '', text: '' }
  }

  it('asks what to do after a pause of more than a day, and on request posts the missed mentions as a burst, each once', async () => {
    const came = range(first, 8)
    const asked = await resumeAfterADay(came)
    expect(asked.text).toContain('8 mentions arrived during the pause')
    expect(cards(where)).not.toContain(String(first))
    await Promise.all([answer(where, asked.ts, 'catch_up'), answer(where, asked.ts, 'catch_up')])
    await heard(where, `resumed ${name}: the mentions of the pause follow`)
    await world.until('the last of the burst', () => came.every((id) => cards(where).includes(String(id))))
    expect(cards(where).toSorted()).toEqual(came.map(String))
  })

  it('skips the mentions of a pause of more than a day if a person chooses that, also after a kill', async () => {
    const watching = () => lines(where).filter(({ text }) => text.includes('Watching ')).length
    const before = watching()
    const asked = await resumeAfterADay([first + 20, first + 21])
    await answer(where, asked.ts, 'start_from_now')
    await heard(where, 'the mentions of the pause are skipped')
    await world.until('its new start', () => watching() === before + 1)
    await world.end('SIGKILL')
    world.add(first + 22, {}, undefined, alert)
    await start()
    await world.until('the next one', () => cards(where).includes(String(first + 22)))
    expect(cards(where)).not.toContain(String(first + 20))
    expect(cards(where)).not.toContain(String(first + 21))
    expect(watching()).toBe(before + 1)
  })
})

it('a pause ends by itself at its time, and each mention of it is posted once, although the process is killed around the end', async () => {
  await pause(brand, 'pause filed 2h', 'filed')
  world.add(301)
  await world.end('SIGKILL')
  let until = 0
  await changePause('filed', (found) => {
    until = Date.now() + 1500
    return { ...found, until }
  })
  await start()
  expect(cards(brand)).not.toContain('301')
  await world.until('the end', () => Date.now() >= until)
  await world.end('SIGKILL')
  world.add(302)
  await start()
  await world.until('both', () => ['301', '302'].every((id) => cards(brand).includes(id)))
  world.add(303)
  await world.until('a later one', () => cards(brand).includes('303'))
  expect(cards(brand).filter((id) => id.startsWith('3'))).toEqual(['301', '302', '303'])
})

it('after a long pause that ended while the bot was stopped, the channel is asked once what to do, and not again after a kill', async () => {
  const before = questions(brand).length
  await pause(brand, 'pause filed 3d', 'filed')
  await world.end('SIGKILL')
  world.add(401)
  const store = await openStoreOf(world)
  const reminders = store.collection('reminders', reminderSchema)
  for (const { key } of await reminders.entries())
    await reminders.change(key, (one) => one && { ...one, created: 1, due: Date.now() - 60_000 })
  await store.close()
  await changePause('filed', ({ at, ...found }) => ({
    ...found,
    at: at - 3 * day,
    until: Date.now() - 60_000,
  }))
  await start()
  await world.until('the question', () => questions(brand).length > before)
  await world.end('SIGKILL')
  await start()
  await command(brand, 'resume filed')
  await world.until('the same question for the asker', () =>
    world.slack.state.ephemerals.some(({ message }) => message.text.includes(question)),
  )
  expect(questions(brand)).toHaveLength(before + 1)
  expect(cards(brand)).not.toContain('401')
  await answer(brand, questions(brand).at(-1)?.ts ?? '', 'catch_up')
  await world.until('the waiting mention', () => cards(brand).includes('401'))
  expect(cards(brand).filter((id) => id === '401')).toHaveLength(1)
})
