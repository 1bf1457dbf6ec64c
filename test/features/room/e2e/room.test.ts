import { afterEach, describe, expect, it } from 'vitest'
import { inHttpMode } from '../../../tools/e2e/http-mode.ts'
import { ana, ben, brand, gil, mei } from '../../../tools/e2e/people-world.ts'
import { beginSpike, type SpikeWorld } from './spike-world.ts'

/** People open a room for a spike. */

let open: SpikeWorld | undefined
afterEach(() => open?.close())

describe.each([
  ['Socket Mode', async () => undefined],
  ['HTTP mode', inHttpMode],
])('in %s', (_name, mode) => {
  it('a member opens a room with the people who are called and a canvas, ends it with a report, and archives it', async () => {
    open = await beginSpike(1, await mode())
    const { world, people, card, rooms, press, texts, canvas, crisis } = open
    expect(await people.answerTo(gil, brand, () => press(gil, 'room_open'))).toMatch(/Only full members/)
    expect(await people.answerTo(ana, brand, () => press(ana, 'room_open'))).toContain(
      'Opening the room #crisis-acme-brand-',
    )
    await world.until('the room', () => texts().some((text) => text.startsWith('Crisis room: Acme brand')))
    const [room] = rooms()
    expect(rooms()).toHaveLength(1)
    expect(room?.name).toMatch(/^crisis-acme-brand-\d{4}-\d\d-\d\d$/)
    expect(room?.purpose?.value).toContain(`/archives/${brand}/p${card().ts.replace('.', '')}`)
    expect(room?.members.toSorted()).toEqual([ana, ben, mei].toSorted())
    const [welcome] = texts()
    expect(welcome).toMatch(/Invited: Ana Lima \(opened the room\), Ben Okafor \(on duty\), mei\./)
    expect(welcome).toContain('Not invited: 1 person.')
    expect(canvas()).toMatch(/^# Crisis room: Acme brand/)
    expect(canvas()).toContain(`- **Lead:** Ana Lima`)
    expect(canvas()).toMatch(/1\. 👎 \[.*\]\(https?:.*\) · negative/)
    await world.until('the card', () => card().text.includes(`Room: <#${room?.id}>`))
    expect(card().text).toContain('Ana Lima leads the response')
    expect(card().buttons).not.toContain('Open a room')
    const ts = open.messages()[0]?.ts ?? ''
    expect(
      await people.answerTo(ben, room?.id ?? '', () =>
        people.press(ben, room?.id ?? '', ts, 'room_not_invited'),
      ),
    ).toContain('Not invited: U0000GHOST1 (left the workspace).')
    expect(
      await people.answerTo(ben, room?.id ?? '', () => people.press(ben, room?.id ?? '', ts, 'room_end')),
    ).toContain('The report comes')
    await world.until('the report', () => texts().some((text) => text.startsWith('Report: ')))
    const report = texts().find((text) => text.startsWith('Report: ')) ?? ''
    expect(report).toContain(`Report: Acme brand, ${crisis + 1} mentions in`)
    expect(report).toContain('Ben Okafor ended this room')
    const last = open.messages().at(-1)?.ts ?? ''
    await people.press(ben, room?.id ?? '', last, 'room_archive')
    await world.until('the end', () => rooms()[0]?.isArchived === true)
    await world.until('the card', () => card().text.includes(', archived'))
  })
})
