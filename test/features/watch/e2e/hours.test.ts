import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../../../tools/e2e/bot-world.ts'
import { inHttpMode } from '../../../tools/e2e/http-mode.ts'
import { ana, ben, brand, peopleIn } from '../../../tools/e2e/people-world.ts'

/** The watch calls people in its hours only, by a calendar file that is read again. */

const dayMs = 86_400_000
const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const configuration = {
  timezone: 'UTC',
  workingHours: [{ days, from: '00:00', to: '00:00' }],
  calendar: 'holidays.ics',
  onDuty: { users: [ana], from: '2026-01-01', hours: 'working' },
  escalateAfter: '1s',
  subscriptions: [
    {
      ...{ name: 'acme', alert: 'Acme brand', channel: brand, schedule: '* * * * * *' },
      notify: { users: [ben], when: { sentiment: ['negative'] } },
    },
  ],
}

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10).replaceAll('-', '')

/** A calendar with one holiday from a time to another. */
const calendarOf = (from: number, to: number) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Acme//Holidays//EN', 'BEGIN:VEVENT'],
    ...['UID:1@acme.example', 'DTSTAMP:20260101T000000Z', 'SUMMARY:Holidays'],
    ...[`DTSTART;VALUE=DATE:${dateOf(from)}`, `DTEND;VALUE=DATE:${dateOf(to)}`],
    ...['END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n')

let world: World | undefined
afterEach(() => world?.close())

describe.each([
  ['Socket Mode', async () => undefined],
  ['HTTP mode', inHttpMode],
])('in %s', (_name, mode) => {
  it('calls wait during a holiday of the calendar file, until SIGHUP reads a file without it; a wrong file changes nothing', async () => {
    const started = await createWorld({ configuration, ...(await mode()) })
    world = started
    const people = peopleIn(started)
    const write = (calendar: string) => writeFileSync(join(started.folder, 'holidays.ics'), calendar)
    const told = (user: string, words: string) =>
      [...started.slack.state.channels.values()]
        .filter((one) => one.kind === 'im' && one.user === user)
        .flatMap(({ id }) => people.messages(id))
        .filter(({ text }) => text.includes(words))
    const linesWith = (words: string) => started.output().split(words).length - 1
    const urgent = (id: number) =>
      people.card(brand, id, '1001', { title: `Acme case ${id}`, sentiment: 'negative' })

    write(calendarOf(Date.now() - 2 * dayMs, Date.now() + 5 * dayMs))
    const bot = started.start()
    await started.until('the first look', () => started.watches())
    const first = await urgent(1)
    await started.until('the time of the call', () => Date.now() > Number(first) * 1000 + 1000)
    // This direct message was due after the call, so the call was looked at before.
    const second = await people.card(brand, 2, '1001', { title: 'Acme case 2' })
    const view = await people.modal(ana, () =>
      people.press(ana, brand, second, 'mention_more', people.choiceOf(brand, second, 'assign')),
    )
    const answers = { person: { person: ben } }
    await started.slack.people.submitView({ user: ana, viewId: view.id, answers })
    await started.until('the direct message', () => told(ben, 'case 2').length > 0)
    expect(told(ana, 'case 1')).toEqual([])

    write(calendarOf(Date.parse('2001-01-01'), Date.parse('2001-01-02')))
    bot.kill('SIGHUP')
    await started.until('the reload', () => linesWith('the bot has read its settings again') === 1)
    await urgent(3)
    await started.until('the call', () => told(ana, 'case 3').length > 0)
    await started.until('the call that waited', () => told(ana, 'case 1').length > 0)

    write('BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DATE:tomorrow\r\n')
    bot.kill('SIGHUP')
    await started.until('the refusal', () => linesWith('the changed ones cannot be used') === 1)
    await urgent(4)
    await started.until('the call', () => told(ana, 'case 4').length > 0)
    expect([1, 3, 4].map((id) => told(ana, `case ${id}`).length)).toEqual([1, 1, 1])
  })
})
